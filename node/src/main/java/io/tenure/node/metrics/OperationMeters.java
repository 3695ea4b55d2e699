package io.tenure.node.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.tenure.service.UnavailableException;
import io.tenure.service.UnknownOutcomeException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** How long one kind of operation takes, by how it comes out. */
final class OperationMeters {
  private final Timer ok;
  private final Timer unavailable;
  private final Timer unknown;
  private final Timer failed;

  OperationMeters(MeterRegistry registry, String operation) {
    ok = timer(registry, operation, "ok");
    unavailable = timer(registry, operation, "unavailable");
    unknown = timer(registry, operation, "unknown");
    failed = timer(registry, operation, "failed");
  }

  private static Timer timer(MeterRegistry registry, String operation, String outcome) {
    return LatencyBuckets.timer(
        registry,
        "tenure.leases.duration",
        "Time that the replicated state took to answer",
        "operation",
        operation,
        "outcome",
        outcome);
  }

  /** Measures until the stage completes. Its result, and where it completes, stay as they are. */
  <T> CompletionStage<T> measured(CompletionStage<T> stage, long startedNanos) {
    return stage.whenComplete(
        (result, failure) ->
            timer(failure).record(System.nanoTime() - startedNanos, TimeUnit.NANOSECONDS));
  }

  private Timer timer(@Nullable Throwable failure) {
    if (failure == null) {
      return ok;
    }
    Throwable cause = failure;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (cause instanceof UnavailableException) {
      return unavailable;
    }
    return cause instanceof UnknownOutcomeException ? unknown : failed;
  }
}
