package io.tenure.node.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.tenure.gateway.CallObserver;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Counts answers by dialect, method and status, and measures how long they took: those that asked
 * to wait apart from the others.
 */
final class CallMeters implements CallObserver {
  private static final int STATUS_COUNT = 600;

  private final MeterRegistry registry;

  /** As many as there are dialects: their names are ours, not the client's. */
  private final ConcurrentMap<String, DialectMeters> dialects = new ConcurrentHashMap<>();

  CallMeters(MeterRegistry registry) {
    this.registry = registry;
  }

  @Override
  public void answered(String dialect, String method, int status, long nanos, boolean waits) {
    DialectMeters meters = dialects.get(dialect);
    if (meters == null) {
      meters = dialects.computeIfAbsent(dialect, name -> new DialectMeters(registry, name));
    }
    meters.of(method).answered(status, nanos, waits);
  }

  /** A dialect's meters. Methods beyond the usual are one, as a client may invent any number. */
  private static final class DialectMeters {
    private final MethodMeters get;
    private final MethodMeters post;
    private final MethodMeters patch;
    private final MethodMeters put;
    private final MethodMeters delete;
    private final MethodMeters head;
    private final MethodMeters other;

    DialectMeters(MeterRegistry registry, String dialect) {
      get = new MethodMeters(registry, dialect, "GET");
      post = new MethodMeters(registry, dialect, "POST");
      patch = new MethodMeters(registry, dialect, "PATCH");
      put = new MethodMeters(registry, dialect, "PUT");
      delete = new MethodMeters(registry, dialect, "DELETE");
      head = new MethodMeters(registry, dialect, "HEAD");
      other = new MethodMeters(registry, dialect, "other");
    }

    MethodMeters of(String method) {
      return switch (method) {
        case "GET" -> get;
        case "POST" -> post;
        case "PATCH" -> patch;
        case "PUT" -> put;
        case "DELETE" -> delete;
        case "HEAD" -> head;
        default -> other;
      };
    }
  }

  /** The meters of one method; those that are not used are not made. */
  private static final class MethodMeters {
    private final MeterRegistry registry;
    private final String dialect;
    private final String method;
    private final AtomicReferenceArray<@Nullable Counter> answers =
        new AtomicReferenceArray<>(STATUS_COUNT);
    private volatile @Nullable Timer duration;
    private volatile @Nullable Timer longPolls;

    MethodMeters(MeterRegistry registry, String dialect, String method) {
      this.registry = registry;
      this.dialect = dialect;
      this.method = method;
    }

    void answered(int status, long nanos, boolean waits) {
      (waits ? longPolls() : duration()).record(nanos, TimeUnit.NANOSECONDS);
      counter(Math.min(Math.max(status, 0), STATUS_COUNT - 1)).increment();
    }

    /** Two threads may both make it; the registry gives them the same one. */
    private Timer duration() {
      Timer known = duration;
      if (known == null) {
        known =
            LatencyBuckets.timer(
                registry,
                "tenure.http.duration",
                "Time from the complete request to its answer",
                "dialect",
                dialect,
                "method",
                method);
        duration = known;
      }
      return known;
    }

    private Timer longPolls() {
      Timer known = longPolls;
      if (known == null) {
        known =
            LatencyBuckets.longTimer(
                registry,
                "tenure.http.long.poll",
                "Time to the answer of requests that asked to wait",
                "dialect",
                dialect,
                "method",
                method);
        longPolls = known;
      }
      return known;
    }

    private Counter counter(int status) {
      Counter known = answers.get(status);
      if (known == null) {
        known =
            Counter.builder("tenure.http.answers")
                .description("Answers given to clients")
                .tags("dialect", dialect, "method", method, "status", Integer.toString(status))
                .register(registry);
        answers.set(status, known);
      }
      return known;
    }
  }
}
