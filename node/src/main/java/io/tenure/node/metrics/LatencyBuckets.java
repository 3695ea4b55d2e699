package io.tenure.node.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;

/**
 * The two shapes of all our timers: a histogram from half a millisecond to ten seconds for what the
 * machine takes, and one from ten milliseconds to a day for what its users take.
 */
final class LatencyBuckets {
  private static final Duration[] BOUNDS = {
    Duration.ofNanos(500_000),
    Duration.ofMillis(1),
    Duration.ofNanos(2_500_000),
    Duration.ofMillis(5),
    Duration.ofMillis(10),
    Duration.ofMillis(25),
    Duration.ofMillis(50),
    Duration.ofMillis(100),
    Duration.ofMillis(250),
    Duration.ofMillis(500),
    Duration.ofSeconds(1),
    Duration.ofMillis(2_500),
    Duration.ofSeconds(5),
    Duration.ofSeconds(10)
  };

  private static final Duration[] LONG_BOUNDS = {
    Duration.ofMillis(10),
    Duration.ofMillis(100),
    Duration.ofSeconds(1),
    Duration.ofSeconds(5),
    Duration.ofSeconds(15),
    Duration.ofMinutes(1),
    Duration.ofMinutes(5),
    Duration.ofMinutes(15),
    Duration.ofHours(1),
    Duration.ofHours(6),
    Duration.ofDays(1)
  };

  private LatencyBuckets() {}

  static Timer timer(MeterRegistry registry, String name, String description, String... tags) {
    return timer(registry, name, description, BOUNDS, tags);
  }

  static Timer longTimer(MeterRegistry registry, String name, String description, String... tags) {
    return timer(registry, name, description, LONG_BOUNDS, tags);
  }

  private static Timer timer(
      MeterRegistry registry, String name, String description, Duration[] bounds, String... tags) {
    return Timer.builder(name)
        .description(description)
        .tags(tags)
        .serviceLevelObjectives(bounds)
        .register(registry);
  }
}
