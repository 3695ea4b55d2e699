package io.tenure.gateway.admin;

/** The node's metrics, as Prometheus reads them. Called by many threads, and must not wait. */
@FunctionalInterface
public interface MetricsText {

  /** All metrics in the text format, version 0.0.4. */
  String scrape();
}
