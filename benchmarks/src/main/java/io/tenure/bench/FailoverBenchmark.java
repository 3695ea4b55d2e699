package io.tenure.bench;

import io.tenure.bench.cluster.BenchCluster;
import io.tenure.bench.cluster.ServerProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * How long nobody can write when the leader goes away. Clients that know all nodes write all the
 * time; the time of a round is from the moment the signal was sent until the first success of a
 * write that was begun after it. Both processes read the same monotonic clock of the kernel.
 */
final class FailoverBenchmark {
  private static final int CLIENTS = 9;
  private static final int STEADY_WRITES = 60;
  private static final Duration ROUND_LIMIT = Duration.ofSeconds(60);
  private static final Duration HOUR = Duration.ofHours(1);

  /** How the leader goes away. */
  enum Fault {
    /** Its process ends, and its connections with it. */
    KILL,
    /** It hangs, and its connections with it. */
    STOP
  }

  /** The times of all rounds with one fault, in milliseconds, sorted. */
  record Result(String system, Fault fault, List<Double> millis) {
    double median() {
      return millis.get(millis.size() / 2);
    }

    double max() {
      return millis.get(millis.size() - 1);
    }
  }

  private record Success(long startedNanos, long endedNanos) {}

  private final Output output;
  private final BenchCluster cluster;
  private final LoadProcess load;
  private final BlockingQueue<Success> successes = new LinkedBlockingQueue<>();

  FailoverBenchmark(Output output, BenchCluster cluster, LoadProcess load) {
    this.output = output;
    this.cluster = cluster;
    this.load = load;
  }

  List<Result> run(int rounds) throws IOException, InterruptedException {
    load.send("trickle " + CLIENTS + " " + HOUR.toMillis());
    Thread reader = new Thread(this::readSuccesses, "successes");
    reader.setDaemon(true);
    reader.start();
    List<Result> results = new ArrayList<>();
    for (Fault fault : Fault.values()) {
      List<Double> millis = new ArrayList<>();
      for (int i = 1; i <= rounds; i++) {
        double time = round(fault);
        millis.add(time);
        output.line(
            "  %-10s fail-over %s %d/%d: %.0f ms", cluster.system(), fault, i, rounds, time);
      }
      Collections.sort(millis);
      results.add(new Result(cluster.system(), fault, millis));
    }
    load.send("stop");
    reader.join(ROUND_LIMIT.toMillis());
    return results;
  }

  private double round(Fault fault) throws IOException, InterruptedException {
    ServerProcess leader = cluster.awaitLeader(ROUND_LIMIT);
    awaitSteadyWrites();
    leader.process().signal(fault.name());
    long begin = System.nanoTime();
    long end = firstSuccessSince(begin).endedNanos();
    awaitSteadyWrites();
    if (fault == Fault.KILL) {
      leader.process().kill(); // returns when all of it is gone
      leader.start();
    } else {
      leader.process().signal("CONT");
    }
    cluster.awaitReady(ROUND_LIMIT);
    return (end - begin) / 1e6;
  }

  private void awaitSteadyWrites() throws IOException, InterruptedException {
    successes.clear();
    for (int i = 0; i < STEADY_WRITES; i++) {
      take();
    }
  }

  private Success firstSuccessSince(long nanos) throws IOException, InterruptedException {
    Success success = take();
    while (success.startedNanos() - nanos < 0) {
      success = take();
    }
    return success;
  }

  private Success take() throws IOException, InterruptedException {
    Success success = successes.poll(ROUND_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    if (success == null) {
      throw new IOException("no write succeeded for " + ROUND_LIMIT);
    }
    return success;
  }

  private void readSuccesses() {
    try {
      load.result(this::note);
    } catch (IOException e) {
      output.line("  the trickle of writes ended: %s", e.toString());
    }
  }

  private void note(String line) {
    String[] words = line.split(" ", 3);
    successes.add(new Success(Long.parseLong(words[1]), Long.parseLong(words[2])));
  }
}
