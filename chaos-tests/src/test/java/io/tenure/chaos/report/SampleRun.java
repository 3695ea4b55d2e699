package io.tenure.chaos.report;

import io.tenure.chaos.checker.CheckOutcome;
import io.tenure.chaos.checker.Verdict;
import io.tenure.chaos.history.FaultSpan;
import io.tenure.chaos.history.History;
import io.tenure.chaos.history.NodeState;
import io.tenure.chaos.history.Op;
import io.tenure.chaos.history.Phase;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** A run that never was, drawn from a seed. */
final class SampleRun {

  private static final long MILLI = 1_000_000;
  private static final String[] FAULTS = {
    "kill-leader", "pause-leader", "partition-halves", "delay", "clock-step", "disk-full"
  };

  private final SplittableRandom random = new SplittableRandom(7);
  private final int seconds;
  private final int keys;
  private final List<Op> ops = new ArrayList<>();
  private final List<FaultSpan> faults = new ArrayList<>();

  SampleRun(int seconds, int keys) {
    this.seconds = seconds;
    this.keys = keys;
  }

  RunResult result(List<Verdict> verdicts) {
    for (long at = 5_000; at < (seconds - 6) * 1_000L; at += 9_000) {
      String fault = FAULTS[(int) (at / 9_000 % FAULTS.length)];
      long length = 2_000 + random.nextInt(4_000);
      faults.add(new FaultSpan(fault, "n2", at * MILLI, (at + length) * MILLI, "a <detail>"));
    }
    for (int client = 0; client < 5 * keys; client++) {
      clientAtWork(client);
    }
    ops.sort(Comparator.comparingLong(Op::nanos));
    RunResult.Head head =
        new RunResult.Head(
            "3 nodes on network namespaces",
            42,
            "tenure chaos --nodes 3 --seconds " + seconds + " --seed 42 --faults 'process,network'",
            Instant.parse("2025-01-02T03:04:05Z"),
            seconds * 1_000 * MILLI);
    return new RunResult(
        head,
        verdicts,
        History.of(ops),
        faults,
        List.of(new NodeState("n1", 4711, "0badcafe"), new NodeState("n2", 4711, "")),
        List.of("at    5.0 s for   3.1 s  kill-leader", "at   14.0 s for   2.2 s  pause-leader"),
        List.of(
            new Failover("kill -9", "n1", "n2", 180),
            new Failover("kill -9", "n2", "n3", 240),
            new Failover("SIGSTOP", "n3", "n1", 910)),
        List.of("fsync-error was left out: no C compiler"));
  }

  private void clientAtWork(int client) {
    String key = "chaos/key-" + client / 5;
    long at = random.nextInt(300);
    while (at < seconds * 1_000L) {
      boolean hurt = isHurt(at * MILLI);
      long took = hurt ? 100 + random.nextInt(1_500) : 2 + random.nextInt(30);
      int dice = random.nextInt(10);
      Phase phase = !hurt || dice < 4 ? Phase.OK : dice < 8 ? Phase.FAIL : Phase.UNKNOWN;
      long id = ops.size() / 2 + 1;
      ops.add(
          new Op(
              id, client, "exclusive", key, "claim", Phase.INVOKE, at * MILLI, Map.of("ttl", 3)));
      ops.add(
          new Op(
              id, client, "exclusive", key, "claim", phase, (at + took) * MILLI, Map.of("id", id)));
      at += took + 40 + random.nextInt(200);
    }
  }

  private boolean isHurt(long nanos) {
    return faults.stream()
        .anyMatch(
            fault -> fault.beginNanos() <= nanos && nanos < fault.beginNanos() + 1_800 * MILLI);
  }

  static Verdict verdict(String checker, CheckOutcome outcome, String... details) {
    return new Verdict(checker, outcome, "1,204 operations on 10 keys", List.of(details));
  }
}
