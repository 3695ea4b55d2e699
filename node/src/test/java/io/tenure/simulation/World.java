package io.tenure.simulation;

/** What all parts of a run share. */
final class World {

  final Agenda agenda = new Agenda();
  final Checker checker = new Checker();
  final Chance chance;
  final Parts parts;
  final Trace trace;

  /** From then on nothing goes wrong any more. */
  boolean allIsWell;

  World(Chance chance, Parts parts, Trace trace) {
    this.chance = chance;
    this.parts = parts;
    this.trace = trace;
  }

  /** Whether something goes wrong now that does so once in so many times. */
  boolean badLuck(int times) {
    return !allIsWell && chance.oneIn(times);
  }

  void note(String format, Object... arguments) {
    if (trace.isOn()) {
      trace.add("%d: %s", agenda.nowMicros(), String.format(format, arguments));
    }
  }
}
