package io.tenure.cli.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;

/**
 * The directory by which the wrapper, the watchdog and the command know of each other.
 *
 * <ul>
 *   <li>{@code deadline}: for the command; when the lease ends, in whole seconds since 1970
 *   <li>{@code watch}: for the watchdog; when to end the group kindly and when by force, on {@link
 *       Uptime}
 *   <li>{@code group}: written by the command's starter; its process group
 *   <li>{@code over}: written by the watchdog; the command must not be started any more
 * </ul>
 */
final class LeaseFiles implements AutoCloseable {

  private static final List<String> NAMES =
      List.of("deadline", "watch", "group", "group.new", "over", "jobs");

  private final Path directory;

  LeaseFiles() {
    try {
      directory = Files.createTempDirectory("tenure-run-");
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  Path directory() {
    return directory;
  }

  Path deadline() {
    return directory.resolve("deadline");
  }

  void writeDeadline(Instant end) {
    write("deadline", end.getEpochSecond() + "\n");
  }

  /**
   * Tells the watchdog.
   *
   * @param now of {@link Uptime}, read before the two durations were
   */
  void writeWatch(long now, Duration untilEnd, Duration untilKill) {
    write("watch", now + untilEnd.toMillis() / 10 + " " + (now + untilKill.toMillis() / 10) + "\n");
  }

  /** The process group of the command, once it has one. */
  OptionalLong group() {
    try {
      String text = Files.readString(directory.resolve("group")).strip();
      return OptionalLong.of(Long.parseLong(text));
    } catch (NoSuchFileException notYet) {
      return OptionalLong.empty();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Whether the watchdog has stopped the command, or has kept it from starting. */
  boolean isOver() {
    return Files.exists(directory.resolve("over"));
  }

  /** A reader sees the old content or the new. The watchdog may have removed the directory. */
  private void write(String name, String text) {
    try {
      Path fresh = directory.resolve(name + ".w");
      Files.writeString(fresh, text);
      Files.move(fresh, directory.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    } catch (NoSuchFileException removed) {
      return;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @Override
  public void close() {
    try {
      for (String name : NAMES) {
        Files.deleteIfExists(directory.resolve(name));
        Files.deleteIfExists(directory.resolve(name + ".w"));
      }
      Files.deleteIfExists(directory);
    } catch (IOException leftBehind) {
      throw new UncheckedIOException(leftBehind);
    }
  }
}
