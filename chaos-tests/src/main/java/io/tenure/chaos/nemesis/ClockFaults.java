package io.tenure.chaos.nemesis;

import io.tenure.chaos.cluster.Capability;
import io.tenure.chaos.cluster.NodeProcess;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Clocks that lie, on single nodes. */
final class ClockFaults {

  private static final List<Duration> STEPS =
      List.of(
          Duration.ofSeconds(2),
          Duration.ofSeconds(30),
          Duration.ofHours(1),
          Duration.ofDays(1),
          Duration.ofDays(400));
  private static final Duration STROBE = Duration.ofMillis(50);

  private ClockFaults() {}

  static List<Fault> all() {
    return List.of(
        fault(
            "wall-clock-forward",
            "the wall clock of one node jumps ahead",
            scene -> step(scene, 1)),
        fault("wall-clock-back", "the wall clock of one node jumps back", scene -> step(scene, -1)),
        fault(
            "wall-clock-strobe",
            "the wall clock of one node jumps to and fro",
            ClockFaults::strobe),
        fault("clock-fast", "all clocks of one node run fast", scene -> drift(scene, 1)),
        fault("clock-slow", "all clocks of one node run slow", scene -> drift(scene, -1)));
  }

  private static Fault fault(String name, String meaning, Fault.Action action) {
    return new Fault(
        name, meaning, Set.of(Capability.SHIMS), Faults.seconds(2), Faults.seconds(8), action);
  }

  private static Injection step(Scene scene, int sign) {
    NodeProcess node = scene.leaderOrAny();
    Duration step = scene.oneOf(STEPS).multipliedBy(sign);
    node.clock().setWall(step);
    return harmless(scene, node, "%+d s".formatted(step.toSeconds()), node.clock()::heal);
  }

  private static Injection strobe(Scene scene) {
    NodeProcess node = scene.leaderOrAny();
    Duration step = scene.oneOf(STEPS);
    boolean[] ahead = {false};
    Runnable stop =
        RepeatingFault.every(
            STROBE,
            () -> {
              ahead[0] = !ahead[0];
              node.clock().setWall(ahead[0] ? step : step.negated());
            });
    Runnable heal =
        () -> {
          stop.run();
          node.clock().heal();
        };
    return harmless(scene, node, "±" + step.toSeconds() + " s", heal);
  }

  private static Injection drift(Scene scene, int sign) {
    NodeProcess node = scene.leaderOrAny();
    double rate = 1 + sign * Faults.MAX_DRIFT * scene.between(50, 100) / 100.0;
    node.clock().setRate(rate);
    String detail = String.format(Locale.ROOT, "rate %.4f", rate);
    return harmless(scene, node, detail, node.clock()::heal);
  }

  /** Whatever its clocks show, a node has to serve. */
  private static Injection harmless(Scene scene, NodeProcess node, String detail, Runnable heal) {
    return scene.hurtingOnly(List.of(), Injection.of(node.id(), detail, heal));
  }
}
