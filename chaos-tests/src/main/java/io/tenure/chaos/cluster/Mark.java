package io.tenure.chaos.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names for what is made on this machine outside of the run's directory. Each tells which process
 * made it, so that it can be seen to be left behind by one that is dead.
 */
final class Mark {

  private static final Pattern MARKED = Pattern.compile("tenure[-_](\\d+)[-_]\\w+");
  private static final AtomicInteger COUNT = new AtomicInteger();

  private Mark() {}

  /** A name that nobody else has, of small letters, digits and dashes. */
  static String next() {
    return "tenure-" + ProcessHandle.current().pid() + "-" + COUNT.incrementAndGet();
  }

  /** Whether the text begins with a mark of a process that is dead. */
  static boolean isLeftover(String text) {
    Matcher matcher = MARKED.matcher(text);
    return matcher.lookingAt() && !isHarness(Long.parseLong(matcher.group(1)));
  }

  /** A number may have gone to another process since; only Java programs are taken for ours. */
  private static boolean isHarness(long pid) {
    Optional<ProcessHandle> process = ProcessHandle.of(pid).filter(ProcessHandle::isAlive);
    try {
      return process.isPresent()
          && Files.readString(Path.of("/proc", Long.toString(pid), "cmdline")).contains("java");
    } catch (IOException ended) {
      return false;
    }
  }
}
