package io.tenure.chaos;

import io.tenure.chaos.cluster.Cluster;
import io.tenure.chaos.cluster.NodeProcess;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Clients that write to every node but one, a little every few milliseconds, and never wait. */
final class Writers implements AutoCloseable {

  private static final long PAUSE_MILLIS = 10;
  private static final int STEADY = 20;
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int CREATED = 201;
  private static final AtomicLong NUMBERS = new AtomicLong();

  /** A write that was acknowledged. */
  record Success(String node, long beginNanos, long endNanos) {}

  private final BlockingQueue<Success> successes = new LinkedBlockingQueue<>();
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(2))
          .build();

  Writers(Cluster cluster, NodeProcess except) {
    for (NodeProcess node : cluster.nodes()) {
      if (!node.id().equals(except.id())) {
        timer.scheduleAtFixedRate(
            () -> write(node.id(), node.url()), 0, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
      }
    }
  }

  private void write(String node, URI url) {
    String body = "{\"resource\":\"failover-" + NUMBERS.incrementAndGet() + "\",\"ttl\":1}";
    HttpRequest request =
        HttpRequest.newBuilder(url.resolve("/v1/claims/"))
            .timeout(TIMEOUT)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    long begin = System.nanoTime();
    http.sendAsync(request, BodyHandlers.discarding())
        .thenAccept(
            answer -> {
              if (answer.statusCode() == CREATED) {
                successes.add(new Success(node, begin, System.nanoTime()));
              }
            });
  }

  void awaitSteady(Duration patience) {
    for (int i = 0; i < STEADY; i++) {
      take(patience);
    }
  }

  /** The first success of a write that was begun after that moment. */
  Success firstSince(long nanos, Duration patience) {
    Success next = take(patience);
    while (next.beginNanos() - nanos < 0) {
      next = take(patience);
    }
    return next;
  }

  private Success take(Duration patience) {
    try {
      Success next = successes.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
      if (next == null) {
        throw new IllegalStateException("no write succeeded within " + patience);
      }
      return next;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", interrupted);
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
