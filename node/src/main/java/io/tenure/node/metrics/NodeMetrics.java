package io.tenure.node.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tenure.gateway.CallObserver;
import io.tenure.gateway.locket.LocketObserver;
import io.tenure.service.Leases;
import java.util.function.LongSupplier;

/** All that one node measures. Safe for use by many threads. */
public final class NodeMetrics implements AutoCloseable {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final CallMeters calls = new CallMeters(registry);
  private final LocketMeters locket = new LocketMeters(registry);
  private final JvmGcMetrics collector = new JvmGcMetrics();

  /** Starts to measure; the process itself is measured from here on. */
  public NodeMetrics(String version) {
    collector.bindTo(registry);
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    Gauge.builder("tenure.build", () -> 1)
        .description("1, labelled with the version")
        .tag("version", version)
        .register(registry);
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

  /** Lets a gauge be read; the supplier is called at every scrape, by any thread. */
  public void gauge(NodeGauge gauge, LongSupplier value) {
    Gauge.builder(gauge.meter(), value::getAsLong)
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
