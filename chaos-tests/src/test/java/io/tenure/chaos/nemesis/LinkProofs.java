package io.tenure.chaos.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.chaos.cluster.ClusterProbe;
import io.tenure.chaos.cluster.Waiting;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Of packets that come late, out of order, or slowly. */
final class LinkProofs {

  private final FaultBench bench;
  private final ClusterProbe probe;

  private LinkProofs(FaultBench bench) {
    this.bench = bench;
    this.probe = bench.probe();
  }

  static Map<String, Proof> all(FaultBench bench) {
    LinkProofs proofs = new LinkProofs(bench);
    return Map.of(
        "delay", proofs.new Late(),
        "delay-one", proofs.new Late(),
        "jitter", proofs.new Jittery(),
        "reorder", proofs.new Overtaking(),
        "bandwidth", proofs.new Thin());
  }

  private String to(Injection fault) {
    return fault.target().equals("all") ? "n2" : fault.target();
  }

  private String from(Injection fault) {
    return bench.other(bench.cluster().node(to(fault))).id();
  }

  private long answerMillis(Injection fault) {
    return probe.answerTime(from(fault), to(fault)).toMillis();
  }

  /** The number before a unit in what the fault says of itself. */
  private static int number(Injection fault, String unit) {
    Matcher matcher = Pattern.compile("(\\d+) " + unit).matcher(fault.detail());
    assertThat(matcher.find()).as(fault.detail()).isTrue();
    return Integer.parseInt(matcher.group(1));
  }

  /** There and back takes twice as long. */
  private class Late extends Proof {

    @Override
    void during(Injection fault) {
      assertThat(answerMillis(fault)).isGreaterThanOrEqualTo(2L * number(fault, "ms late"));
    }

    @Override
    void after(Injection fault) {
      Waiting.until(
          "an answer without delay",
          FaultBench.PATIENCE,
          () -> answerMillis(fault) < number(fault, "ms late"));
    }
  }

  private final class Jittery extends Late {

    @Override
    void during(Injection fault) {
      Matcher jitter = Pattern.compile("±(\\d+) ms").matcher(fault.detail());
      assertThat(jitter.find()).isTrue();
      LongSummaryStatistics seen = new LongSummaryStatistics();
      Waiting.until(
          "answers now sooner and now later",
          FaultBench.PATIENCE,
          () -> {
            seen.accept(answerMillis(fault));
            return seen.getMax() - seen.getMin() > Integer.parseInt(jitter.group(1));
          });
      assertThat(seen.getMax()).isGreaterThan(number(fault, "ms late"));
    }
  }

  private final class Overtaking extends Late {

    @Override
    void during(Injection fault) {
      long before = probe.overtaken(from(fault));
      Waiting.until(
          "packets that overtake others",
          FaultBench.PATIENCE,
          () -> {
            probe.fetch(from(fault), to(fault));
            return probe.overtaken(from(fault)) > before;
          });
    }
  }

  /** What is fetched takes as long as it must, and no longer when it healed. */
  private final class Thin extends Proof {

    @Override
    void during(Injection fault) {
      Fetched fetched = fetch(fault);
      assertThat(fetched.millis).isGreaterThan(fetched.bytes * 8L / number(fault, "kbit/s"));
    }

    @Override
    void after(Injection fault) {
      Waiting.until(
          "a quick transfer",
          FaultBench.PATIENCE,
          () -> {
            Fetched fetched = fetch(fault);
            return fetched.millis < fetched.bytes * 8L / number(fault, "kbit/s");
          });
    }

    private Fetched fetch(Injection fault) {
      long begin = System.nanoTime();
      int bytes = probe.fetch(from(fault), to(fault));
      return new Fetched(bytes, (System.nanoTime() - begin) / 1_000_000);
    }
  }

  private record Fetched(int bytes, long millis) {}
}
