package io.tenure.gateway.locket;

import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.protobuf.services.HealthStatusManager;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Keeps what the health service says in step with whether the node can serve. */
final class HealthWatch {

  private static final Duration PAUSE = Duration.ofMillis(100);

  private final HealthStatusManager health;
  private final BooleanSupplier ready;
  private final Executor pause;
  private volatile boolean ended;

  HealthWatch(HealthStatusManager health, BooleanSupplier ready, Executor executor) {
    this.health = health;
    this.ready = ready;
    this.pause =
        CompletableFuture.delayedExecutor(PAUSE.toMillis(), TimeUnit.MILLISECONDS, executor);
  }

  /** Looks, and goes on looking until the end. */
  void look() {
    if (ended) {
      return;
    }
    ServingStatus status = ready.getAsBoolean() ? ServingStatus.SERVING : ServingStatus.NOT_SERVING;
    health.setStatus(HealthStatusManager.SERVICE_NAME_ALL_SERVICES, status);
    health.setStatus(LocketService.NAME, status);
    pause.execute(this::look);
  }

  /** Says for good that nothing is served. */
  void end() {
    ended = true;
    health.enterTerminalState();
  }
}
