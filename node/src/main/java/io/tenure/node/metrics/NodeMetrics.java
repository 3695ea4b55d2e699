package io.tenure.node.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.core.metrics.Info;
import io.tenure.gateway.CallObserver;
import io.tenure.gateway.locket.LocketObserver;
import io.tenure.replication.StateListener;
import io.tenure.service.Leases;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/** All that one node measures. Safe for use by many threads. */
public final class NodeMetrics implements AutoCloseable {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final CallMeters calls = new CallMeters(registry);
  private final LocketMeters locket = new LocketMeters(registry);
  private final ClaimMeters claims = new ClaimMeters(registry);
  private final Timer logAppends =
      LatencyBuckets.timer(
          registry, "tenure.raft.log.append", "Time to write and sync a batch of log entries");
  private final JvmGcMetrics collector = new JvmGcMetrics();

  /** Starts to measure; the process itself is measured from here on. */
  public NodeMetrics(String version) {
    collector.bindTo(registry);
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessMeters().bindTo(registry);
    gauge(NodeGauge.LONGEST_QUEUE, claims::longestQueue);
    // Micrometer has no name that ends so.
    Info.builder()
        .name("tenure_build_info")
        .help("1, labelled with the version")
        .labelNames("version")
        .register(registry.getPrometheusRegistry())
        .addLabelValues(version);
  }

  /** To be told of every call. */
  public CallObserver calls() {
    return calls;
  }

  /** To be told of every gRPC call. */
  public LocketObserver locketCalls() {
    return locket;
  }

  /** The same leases, measured. */
  public Leases measured(Leases leases) {
    return new MeteredLeases(leases, registry);
  }

  /** To be told of every change of the state. */
  public StateListener claims() {
    return claims;
  }

  /** To be told how many nanoseconds each batch of log entries took. */
  public LongConsumer logAppends() {
    return nanos -> logAppends.record(nanos, TimeUnit.NANOSECONDS);
  }

  /** Lets a counter be read, like a gauge. */
  public void counter(NodeCounter counter, LongSupplier value) {
    // Micrometer keeps what it asks only as long as somebody else does.
    FunctionCounter.builder(counter.meter(), this, self -> value.getAsLong())
        .description(counter.description())
        .register(registry);
  }

  /** Lets it be read when the certificate of a port expires, in seconds since 1970. */
  public void certificate(String port, DoubleSupplier expiry) {
    Gauge.builder("tenure.certificate.expiry.timestamp.seconds", expiry::getAsDouble)
        .description("When the certificate expires that a port shows, since 1970")
        .tag("port", port)
        .register(registry);
  }

  /** Lets a gauge be read; the supplier is called at every scrape, by any thread. */
  public void gauge(NodeGauge gauge, DoubleSupplier value) {
    Gauge.builder(gauge.meter(), value::getAsDouble)
        .description(gauge.description())
        .register(registry);
  }

  /** Everything, in Prometheus' text format. */
  public String scrape() {
    return registry.scrape();
  }

  @Override
  public void close() {
    collector.close();
    registry.close();
  }
}
