package io.tenure.chaos.workload;

import io.tenure.chaos.cluster.LoadGate;
import io.tenure.chaos.history.Field;
import io.tenure.chaos.history.HarnessClock;
import io.tenure.chaos.history.Recorder;
import io.tenure.chaos.workload.HttpWire.Ask;
import io.tenure.chaos.workload.HttpWire.NotSentException;
import io.tenure.chaos.workload.HttpWire.Reply;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** One client: a thread's connections, its chances, and what it writes into the history. */
final class Client implements AutoCloseable {

  private final int process;
  private final Site site;
  private final Random random;
  private final HttpWire wire;

  Client(int process, Site site) {
    this.process = process;
    this.site = site;
    this.random = new Random(site.load.seed() * 1_000_003 + process);
    this.wire = new HttpWire(site.endpoints);
  }

  /** What all clients of a run have in common. */
  record Site(
      Endpoints endpoints, Load load, Recorder recorder, LoadGate gate, CountDownLatch stop) {

    boolean isStopped() {
      return stop.getCount() == 0;
    }
  }

  /** Which key an operation is about, for which workload. */
  record Subject(String workload, String key) {}

  int process() {
    return process;
  }

  String prefix() {
    return site.load.prefix();
  }

  Random random() {
    return random;
  }

  boolean isStopped() {
    return site.isStopped();
  }

  HarnessClock clock() {
    return site.recorder.clock();
  }

  Duration timeout() {
    return site.load.timeout();
  }

  Endpoint anyNode() {
    List<Endpoint> nodes = site.endpoints.nodes();
    return nodes.get(random.nextInt(nodes.size()));
  }

  /**
   * Waits for some time between these, and as long as the cluster is to be idle, but not beyond the
   * end of the run.
   */
  void pause(int leastMillis, int mostMillis) throws InterruptedException {
    long millis = (long) leastMillis + random.nextInt(mostMillis - leastMillis + 1);
    site.stop.await(millis, TimeUnit.MILLISECONDS);
    site.gate.pass(site.stop);
  }

  boolean chance(double probability) {
    return random.nextDouble() < probability;
  }

  /** Does an operation and records it. */
  Completed record(Subject subject, String action, Map<String, Object> asked, Operation operation) {
    long id = site.recorder.invoke(process, subject.workload(), subject.key(), action, asked);
    Completed completed = Completed.unknown("the harness failed");
    try {
      completed = operation.run();
    } finally {
      site.recorder.complete(id, completed.phase(), completed.fields());
    }
    return completed;
  }

  /** What is done between the beginning and the end of an operation. */
  @FunctionalInterface
  interface Operation {
    Completed run();
  }

  /** Sends a request; what an answer means is the dialect's business, 503 means the same in all. */
  Completed exchange(Endpoint node, Ask ask, Duration extra, Function<Reply, Completed> meaning) {
    try {
      Reply reply = wire.send(node, ask, timeout().plus(extra));
      Completed completed = reply.status() >= 500 ? failure(reply) : meaning.apply(reply);
      return completed.with(Field.CODE, reply.status()).with(Field.CONNECTION, reply.connection());
    } catch (NotSentException refused) {
      return Completed.fail(Field.NOT_SENT + refused.getMessage());
    } catch (IOException lost) {
      return Completed.unknown(String.valueOf(lost.getMessage()));
    }
  }

  /** Reads a stream for some time; what its lines mean is the caller's business. */
  Completed stream(
      Endpoint node, Ask ask, Duration length, Consumer<String> line, Supplier<Completed> meaning) {
    try {
      Reply reply = wire.stream(node, ask, length, line);
      Completed completed = reply.status() == 200 ? meaning.get() : failure(reply);
      return completed.with(Field.CODE, reply.status()).with(Field.CONNECTION, reply.connection());
    } catch (NotSentException refused) {
      return Completed.fail(Field.NOT_SENT + refused.getMessage());
    } catch (IOException lost) {
      return Completed.fail(String.valueOf(lost.getMessage()));
    }
  }

  /** Sends a request and does not wait for its answer. */
  Completed hangUp(Endpoint node, Ask ask) {
    try {
      wire.sendAndHangUp(node, ask);
      return Completed.unknown(Field.HUNG_UP);
    } catch (NotSentException refused) {
      return Completed.fail(Field.NOT_SENT + refused.getMessage());
    } catch (IOException lost) {
      return Completed.unknown(String.valueOf(lost.getMessage()));
    }
  }

  private static Completed failure(Reply reply) {
    String text = reply.text();
    if (reply.status() != 503) {
      return Completed.unknown(text).with(Field.RESULT, Field.Result.ODD);
    }
    return text.contains("unknown-outcome")
        ? Completed.unknown("unknown-outcome")
        : Completed.fail("unavailable");
  }

  /** The fields of a request, with the node that it goes to. */
  static Map<String, Object> asked(Endpoint node, Object... namesAndValues) {
    Map<String, Object> fields = new HashMap<>();
    fields.put(Field.NODE, node.node());
    for (int i = 0; i < namesAndValues.length; i += 2) {
      fields.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return fields;
  }

  @Override
  public void close() {
    wire.close();
  }
}
