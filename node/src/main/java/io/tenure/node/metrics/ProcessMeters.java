package io.tenure.node.metrics;

import com.sun.management.UnixOperatingSystemMXBean;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;

/** The process, by the names that Prometheus' own libraries have for it. */
final class ProcessMeters implements MeterBinder {

  @Override
  public void bindTo(MeterRegistry registry) {
    RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
    long started = runtime.getStartTime();
    Gauge.builder("process.start.time.seconds", () -> started / 1e3)
        .description("When the process was started, since 1970")
        .register(registry);
    Gauge.builder("process.uptime.seconds", runtime, bean -> bean.getUptime() / 1e3)
        .description("Time since then, by the monotonic clock")
        .register(registry);
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
}
