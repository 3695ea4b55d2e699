package io.tenure.node.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
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
  private final ConcurrentMap<String, Counter> started = new ConcurrentHashMap<>();
  private final ConcurrentMap<String, AtomicInteger> inFlight = new ConcurrentHashMap<>();

  LocketMeters(MeterRegistry registry) {
    this.registry = registry;
  }

  @Override
  public void started(String method) {
    started.computeIfAbsent(method, this::counter).increment();
    inFlight.computeIfAbsent(method, this::gauge).incrementAndGet();
  }

  @Override
  public void answered(String method, String code, long nanos) {
    inFlight.computeIfAbsent(method, this::gauge).decrementAndGet();
    timers.computeIfAbsent(new Kind(method, code), this::timer).record(nanos, TimeUnit.NANOSECONDS);
  }

  private Counter counter(String method) {
    return Counter.builder("tenure.locket.started")
        .description("gRPC calls that have come")
        .tag("method", method)
        .register(registry);
  }

  private AtomicInteger gauge(String method) {
    AtomicInteger count = new AtomicInteger();
    Gauge.builder("tenure.locket.inflight", count::get)
        .description("gRPC calls that are not answered yet")
        .tag("method", method)
        .register(registry);
    return count;
  }

  private Timer timer(Kind kind) {
    return LatencyBuckets.timer(
        registry,
        "tenure.locket.duration",
        "Time to answer a gRPC call",
        "method",
        kind.method(),
        "code",
        kind.code());
  }
}
