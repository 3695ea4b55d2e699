package io.tenure.chaos.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.chaos.cluster.ClusterProbe;
import io.tenure.chaos.cluster.NodeProcess;
import io.tenure.chaos.cluster.Waiting;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleSupplier;

/** Of clocks that lie, by what the node shows of them. */
final class ClockProofs {

  private static final double SMALL = 0.7; // of seconds: no step is as short, no drift as long
  private static final double ROUNDING = 0.002;
  private static final DateTimeFormatter SHOWN =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSXX");

  private final FaultBench bench;
  private final ClusterProbe probe;

  private ClockProofs(FaultBench bench) {
    this.bench = bench;
    this.probe = bench.probe();
  }

  static Map<String, Proof> all(FaultBench bench) {
    ClockProofs proofs = new ClockProofs(bench);
    return Map.of(
        "wall-clock-forward", proofs.new Stepped(),
        "wall-clock-back", proofs.new Stepped(),
        "wall-clock-strobe", proofs.new Strobing(),
        "clock-fast", proofs.new Drifting(),
        "clock-slow", proofs.new Drifting());
  }

  /** What a clock showed, at some moment between two of the true clock; all in seconds. */
  private record Reading(double before, double shown, double after) {

    static Reading of(DoubleSupplier trueClock, DoubleSupplier clock) {
      double before = trueClock.getAsDouble();
      double shown = clock.getAsDouble();
      return new Reading(before, shown, trueClock.getAsDouble());
    }

    double leastError() {
      return shown - after;
    }

    double mostError() {
      return shown - before;
    }

    double leastRate(Reading earlier) {
      return (shown - earlier.shown - ROUNDING) / (after - earlier.before);
    }

    double mostRate(Reading earlier) {
      return (shown - earlier.shown + ROUNDING) / (before - earlier.after);
    }
  }

  /** The wall clock of a program that is told the same as the node: soon read. */
  private Reading besides(NodeProcess node) {
    return Reading.of(
        () -> System.currentTimeMillis() / 1e3,
        () -> Double.parseDouble(probe.besides(node, "date", "+%s.%N")));
  }

  /** The node's own wall clock. */
  private Reading wall(NodeProcess node) {
    return Reading.of(
        () -> System.currentTimeMillis() / 1e3,
        () -> {
          String text = probe.jcmd(node, "VM.uptime", "-date");
          String line = text.lines().filter(l -> l.matches("\\d{4}-.*")).findFirst().orElseThrow();
          String time = line.split(": ")[0];
          return OffsetDateTime.parse(time, SHOWN).toInstant().toEpochMilli() / 1e3;
        });
  }

  /** The node's own monotonic clock; while it stands still, the clock of a program besides. */
  private Reading monotonic(NodeProcess node) {
    return stands(node)
        ? besides(node)
        : Reading.of(() -> System.nanoTime() / 1e9, () -> probe.uptime(node));
  }

  private boolean stands(NodeProcess node) {
    return probe.threads(node).containsValue('T');
  }

  private class Stepped extends Proof {

    @Override
    void during(Injection fault) {
      shows(bench.victim(fault), Double.parseDouble(fault.detail().replace(" s", "")));
    }

    @Override
    void after(Injection fault) {
      shows(bench.victim(fault), 0);
    }

    private void shows(NodeProcess node, double error) {
      List<Reading> seen = new ArrayList<>();
      Waiting.until(
          "a clock that is read soon enough to tell",
          FaultBench.PATIENCE,
          () -> {
            seen.add(0, besides(node));
            return seen.get(0).after - seen.get(0).before < SMALL;
          });
      check(seen.get(0), error);
      if (!stands(node)) {
        check(wall(node), error);
      }
    }

    private void check(Reading reading, double error) {
      assertThat(reading.leastError()).isLessThan(error + SMALL);
      assertThat(reading.mostError()).isGreaterThan(error - SMALL);
    }
  }

  private final class Strobing extends Stepped {

    @Override
    void during(Injection fault) {
      NodeProcess node = bench.victim(fault);
      Waiting.until("ahead", FaultBench.PATIENCE, () -> wall(node).leastError() > SMALL);
      Waiting.until("behind", FaultBench.PATIENCE, () -> wall(node).mostError() < -SMALL);
    }
  }

  /** Reads the clock until it is sure that it gains or loses, and as much as was said. */
  private final class Drifting extends Proof {

    @Override
    void during(Injection fault) {
      runs(bench.victim(fault), rate(fault), 1);
    }

    @Override
    void after(Injection fault) {
      runs(bench.victim(fault), 1, rate(fault));
    }

    private double rate(Injection fault) {
      return Double.parseDouble(fault.detail().replace("rate ", ""));
    }

    /** Any two readings may tell that the rate is another; none may tell that it is not so. */
    private void runs(NodeProcess node, double rate, double another) {
      List<Reading> seen = new ArrayList<>(List.of(monotonic(node)));
      Waiting.until(
          "a rate other than " + another,
          FaultBench.PATIENCE,
          () -> {
            Reading next = monotonic(node);
            boolean told = seen.stream().anyMatch(each -> !couldBe(another, each, next));
            seen.add(next);
            return told;
          });
      Reading last = seen.remove(seen.size() - 1);
      assertThat(seen).allMatch(each -> couldBe(rate, each, last), "as at " + rate);
    }

    private boolean couldBe(double rate, Reading first, Reading last) {
      return last.leastRate(first) <= rate && rate <= last.mostRate(first);
    }
  }
}
