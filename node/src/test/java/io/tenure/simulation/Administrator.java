package io.tenure.simulation;

import io.tenure.codec.RequestCodec;
import io.tenure.kernel.Command;
import io.tenure.kernel.Request;
import io.tenure.kernel.Settings;
import java.util.List;

/** Wants what leaders do not ask for by themselves, and writes their files. */
final class Administrator {

  private static final long PATIENCE_NANOS = 5_000_000_000L;

  private final Chance chance;

  Administrator(Chance chance) {
    this.chance = chance;
  }

  /** Wants something of a node that may or may not lead. */
  void ask(SimProcess process) {
    Command command =
        chance.oneIn(4) ? new Command.RaiseEpoch() : new Command.Configure(someSettings());
    int level = process.state.applied().level();
    Request request = RequestCodec.atLevel(level, Request.of(command));
    Duty duty = new Duty(request, process.nanos() + PATIENCE_NANOS);
    process.tell((member, nanos) -> member.offer(List.of(duty)));
  }

  Settings someSettings() {
    return new Settings(
        chance.below(6),
        3 + chance.below(10),
        1 + chance.below(3),
        chance.micros(20_000_000),
        chance.below(30),
        chance.micros(chance.oneIn(2) ? 1_000_000 : 20_000_000),
        chance.oneIn(3) ? 1 + chance.below(6) : 1_000,
        chance.oneIn(4) ? 0 : chance.micros(2_000_000));
  }
}
