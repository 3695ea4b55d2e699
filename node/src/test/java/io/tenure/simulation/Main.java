package io.tenure.simulation;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the simulation for as long as anybody likes. */
@Command(
    name = "simulate",
    description = "Runs whole clusters from seeds, on simulated networks, disks and clocks.",
    mixinStandardHelpOptions = false,
    sortOptions = false)
final class Main implements Callable<Integer> {

  private static final long CHUNK = 200;

  @Option(names = "--seeds", paramLabel = "N", description = "How many seeds to run (10000).")
  private long seeds = 10_000;

  @Option(names = "--first", paramLabel = "S", description = "The first of them (1).")
  private long first = 1;

  @Option(names = "--seed", paramLabel = "S", description = "Only this seed, with its last steps.")
  private @Nullable Long only;

  @Option(names = "--minutes", paramLabel = "M", description = "Stop after so long.")
  private @Nullable Long minutes;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this and end.")
  private boolean help;

  private final AtomicLong done = new AtomicLong();
  private final AtomicLong micros = new AtomicLong();
  private final Map<String, Long> faults = new ConcurrentSkipListMap<>();
  private final long begunNanos = System.nanoTime();
  private long saidNanos = begunNanos;

  public static void main(String[] arguments) {
    System.exit(new CommandLine(new Main()).execute(arguments));
  }

  @Override
  public Integer call() {
    if (only != null) {
      return tell(only);
    }
    for (long next = first; next < first + seeds && !isOver(); next += CHUNK) {
      long end = Math.min(next + CHUNK, first + seeds);
      Optional<Long> broken =
          LongStream.range(next, end).parallel().filter(seed -> !isKept(seed)).boxed().findAny();
      if (broken.isPresent()) {
        return tell(broken.get());
      }
      say(false);
    }
    say(true);
    return 0;
  }

  private boolean isOver() {
    return minutes != null && System.nanoTime() - begunNanos >= TimeUnit.MINUTES.toNanos(minutes);
  }

  private boolean isKept(long seed) {
    try {
      Simulation.Report report = Simulation.run(seed, new Parts());
      done.incrementAndGet();
      micros.addAndGet(report.micros());
      report.faults().forEach((kind, count) -> faults.merge(kind, count, Long::sum));
      return true;
    } catch (RuntimeException | AssertionError broken) {
      return false;
    }
  }

  private static int tell(long seed) {
    String failure = Simulation.failureOf(seed, new Parts());
    System.out.println(failure == null ? "seed " + seed + " keeps all promises" : failure);
    return failure == null ? 0 : 1;
  }

  private void say(boolean last) {
    long now = System.nanoTime();
    if (last || now - saidNanos >= TimeUnit.SECONDS.toNanos(5)) {
      saidNanos = now;
      double perSecond = done.get() / ((now - begunNanos) / 1e9);
      System.out.printf(
          Locale.ROOT,
          "%,d seeds, %.0f a second, %.1f simulated hours, no promise broken; faults: %s%n",
          done.get(),
          perSecond,
          micros.get() / 3.6e9,
          faults);
    }
  }
}
