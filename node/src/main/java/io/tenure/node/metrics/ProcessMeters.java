package io.tenure.node.metrics;

import com.sun.management.UnixOperatingSystemMXBean;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.lang.management.ManagementFactory;

/** The process, by the names that Prometheus' own libraries have for it. */
final class ProcessMeters implements MeterBinder {

  @Override
  public void bindTo(MeterRegistry registry) {
    long started = ManagementFactory.getRuntimeMXBean().getStartTime();
    gauge(
        registry, "start.time.seconds", "When the process was started, since 1970", started / 1e3);
    if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix) {
      FunctionCounter.builder("process.cpu.seconds", unix, bean -> bean.getProcessCpuTime() / 1e9)
          .description("Processor time that the process has used")
          .register(registry);
      Gauge.builder("process.open.fds", unix, UnixOperatingSystemMXBean::getOpenFileDescriptorCount)
          .description("File descriptors that are open")
          .register(registry);
      Gauge.builder("process.max.fds", unix, UnixOperatingSystemMXBean::getMaxFileDescriptorCount)
          .description("File descriptors that may be open")
          .register(registry);
    }
  }

  private static void gauge(MeterRegistry registry, String name, String description, double value) {
    Gauge.builder("process." + name, () -> value).description(description).register(registry);
  }
}
