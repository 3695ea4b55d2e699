package io.tenure.node.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.tenure.gateway.locket.LocketObserver;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Measures gRPC calls by method and status code; both are few. */
final class LocketMeters implements LocketObserver {

  private record Kind(String method, String code) {}

  private final MeterRegistry registry;
  private final ConcurrentMap<Kind, Timer> timers = new ConcurrentHashMap<>();
  private final AtomicInteger inFlight;

  LocketMeters(MeterRegistry registry) {
    this.registry = registry;
    this.inFlight = registry.gauge("tenure.locket.inflight", new AtomicInteger());
  }

  @Override
  public void started(String method) {
    inFlight.incrementAndGet();
  }

  @Override
  public void answered(String method, String code, long nanos) {
    inFlight.decrementAndGet();
    timers.computeIfAbsent(new Kind(method, code), this::timer).record(nanos, TimeUnit.NANOSECONDS);
  }

  private Timer timer(Kind kind) {
    return Timer.builder("tenure.locket.duration")
        .description("Time to answer a gRPC call")
        .tag("method", kind.method())
        .tag("code", kind.code())
        .register(registry);
  }
}
