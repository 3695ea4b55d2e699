package io.tenure.chaos.nemesis;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What is to go wrong and when: data that can be printed, drawn from a seed. */
public record Schedule(long seed, List<Step> steps) {

  /**
   * One fault.
   *
   * @param choice seed of everything that the fault chooses
   * @param start since the nemesis began
   * @param overlaps whether it begins while the one before still lasts
   */
  public record Step(Fault fault, long choice, Duration start, Duration length, boolean overlaps) {

    /** One that begins when all before are over. */
    public Step(Fault fault, long choice, Duration start, Duration length) {
      this(fault, choice, start, length, false);
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "at %6.1f s for %5.1f s  %s%s",
          start.toMillis() / 1000.0,
          length.toMillis() / 1000.0,
          fault.name(),
          overlaps ? ", while the last one lasts" : "");
    }
  }

  public Schedule {
    steps = List.copyOf(steps);
  }

  /**
   * Faults until the time is over: most one after another with quiet times between, some begin
   * while another lasts. Every fault comes once before any comes twice.
   */
  public static Schedule draw(long seed, List<Fault> faults, Duration length) {
    return ScheduleDraw.draw(seed, faults, length);
  }

  /** When the last fault has healed. */
  public Duration length() {
    return steps.stream()
        .map(step -> step.start().plus(step.length()))
        .max(Duration::compareTo)
        .orElse(Duration.ZERO);
  }

  @Override
  public String toString() {
    return steps.stream().map(Step::toString).collect(Collectors.joining("\n"));
  }
}
