package io.tenure.files;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks now and then, on a thread of its own, whether files have changed. */
public final class FileWatch implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(FileWatch.class);
  private static final Duration PERIOD = Duration.ofSeconds(2);

  private final List<Reloaded<?>> watched = new CopyOnWriteArrayList<>();
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread made = new Thread(task, "tenure-files");
            made.setDaemon(true);
            return made;
          });

  private FileWatch() {}

  /** Begins to look after some files. */
  public static FileWatch of(Reloaded<?>... files) {
    FileWatch watch = new FileWatch();
    watch.watched.addAll(List.of(files));
    watch.thread.scheduleWithFixedDelay(
        watch::look, PERIOD.toMillis(), PERIOD.toMillis(), TimeUnit.MILLISECONDS);
    return watch;
  }

  public void add(Reloaded<?> files) {
    watched.add(files);
  }

  private void look() {
    for (Reloaded<?> files : watched) {
      try {
        files.look();
      } catch (RuntimeException fault) {
        log.error("cannot look after files", fault);
      }
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
