package io.tenure.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.node.random.RandomRequest;
import io.tenure.node.random.RandomRequests;
import io.tenure.node.random.RawClient;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Throws random requests at a running node, over real connections. Whatever comes, it answers, it
 * never fails, and what others hold stays as it is.
 *
 * <p>{@code -Dtenure.random.seed=N} repeats a run, {@code -Dtenure.random.requests=N} sets its
 * length.
 */
@Timeout(600)
@DisplayNameGeneration(ReplaceUnderscores.class)
class RandomRequestsTest {

  private static final long SEED = Long.getLong("tenure.random.seed", System.nanoTime());
  private static final int REQUESTS = Integer.getInteger("tenure.random.requests", 100_000);
  private static final int CLIENTS = 16;
  private static final int BATCH = 60;

  /** All that a request can come to, if the node is well. */
  private static final Set<Integer> ANSWERS =
      Set.of(
          200, 201, 202, 204, 400, 401, 403, 404, 405, 408, 409, 411, 412, 413, 414, 415, 417, 421,
          422, 423, 431, 501, 503, 505, 507, 509);

  private final AtomicLongArray statuses = new AtomicLongArray(600);
  private final AtomicLong sent = new AtomicLong();

  @TempDir private Path directory;

  @Test
  void no_request_breaks_the_node_or_changes_what_it_must_not() throws Exception {
    System.out.println("RandomRequestsTest: -Dtenure.random.seed=" + SEED);
    try (TestNodes nodes = new TestNodes(directory, 1);
        Witnesses witnesses = new Witnesses(nodes)) {
      int port = URI.create(nodes.url(0)).getPort();
      RandomRequests.Targets targets = witnesses.targets();
      inParallel(
          client -> {
            RandomRequests requests = new RandomRequests(SEED + client, targets);
            throwAt(port, requests, REQUESTS / CLIENTS);
            return null;
          });
      RandomCalls calls = new RandomCalls(SEED, nodes.grpcPort(0));
      calls.make(REQUESTS / 10);
      witnesses.assertUnchanged();
      nodes.requireReady();
    }
    assertThat(sent.get()).isGreaterThanOrEqualTo(REQUESTS);
    assertThat(statuses.get(503)).as("503 of %s", sent).isLessThan(REQUESTS / 100 + 1);
    for (int status : new int[] {200, 201, 202, 204, 400, 404, 405, 409, 412, 422, 423, 501}) {
      assertThat(statuses.get(status)).as("answers of %s, seed %s", status, SEED).isPositive();
    }
  }

  private interface Client {
    Void run(int number) throws Exception;
  }

  private static void inParallel(Client client) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    try {
      List<Callable<Void>> tasks = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        int number = i;
        tasks.add(() -> client.run(number));
      }
      for (Future<Void> done : threads.invokeAll(tasks)) {
        done.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private void throwAt(int port, RandomRequests requests, int count) throws IOException {
    int left = count;
    while (left > 0) {
      List<RandomRequest> ordinary = new ArrayList<>();
      List<RandomRequest> odd = new ArrayList<>();
      for (int i = Math.min(left, BATCH); i > 0; i--) {
        RandomRequest next = requests.next();
        (next.answersOnce() ? ordinary : odd).add(next);
      }
      pipeline(port, ordinary);
      alone(port, odd);
      left -= ordinary.size() + odd.size();
      sent.addAndGet(ordinary.size() + odd.size());
    }
  }

  /** Sends all at once, and what was behind an answer that ended the connection once more. */
  private void pipeline(int port, List<RandomRequest> batch) throws IOException {
    int answered = 0;
    while (answered < batch.size()) {
      try (RawClient client = new RawClient(port)) {
        int before = answered;
        for (RandomRequest request : batch.subList(answered, batch.size())) {
          client.send(request.bytes());
        }
        boolean open = true;
        while (open && answered < batch.size()) {
          open = judge(client, batch.get(answered));
          answered++;
        }
        assertThat(answered).isGreaterThan(before);
      }
    }
  }

  private boolean judge(RawClient client, RandomRequest request) {
    try {
      RawClient.Reply reply = client.read(request.method());
      count(reply.status(), request);
      return !reply.last();
    } catch (IOException failure) {
      throw new AssertionError("seed " + SEED + ", no answer to: " + request, failure);
    }
  }

  /** Sends what may be anything, each on a connection of its own, which must end. */
  private void alone(int port, List<RandomRequest> requests) throws IOException {
    List<RawClient> clients = new ArrayList<>();
    try {
      for (RandomRequest request : requests) {
        RawClient client = new RawClient(port);
        clients.add(client);
        client.send(request.bytes());
      }
      for (int i = 0; i < clients.size(); i++) {
        judgeAll(clients.get(i), requests.get(i));
      }
    } finally {
      for (RawClient client : clients) {
        client.close();
      }
    }
  }

  private void judgeAll(RawClient client, RandomRequest request) throws IOException {
    try {
      String answers = client.drain();
      assertThat(answers).as("seed %s, %s", SEED, request).doesNotContain("HTTP/1.1 500");
      if (!answers.isEmpty()) {
        assertThat(answers).as("seed %s, answer to %s", SEED, request).startsWith("HTTP/1.1 ");
        count(Integer.parseInt(answers.substring(9, 12)), request);
      }
    } catch (SocketTimeoutException hang) {
      throw new AssertionError("seed " + SEED + ", it hangs at: " + request, hang);
    }
  }

  private void count(int status, RandomRequest request) {
    assertThat(ANSWERS).as("seed %s, answer to %s", SEED, request).contains(status);
    statuses.incrementAndGet(status);
  }
}
