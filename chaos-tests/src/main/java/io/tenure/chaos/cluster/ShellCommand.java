package io.tenure.chaos.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Runs programs of this machine, each for a bounded time, without settings of Tenure. */
public final class ShellCommand {

  private static final long PATIENCE_SECONDS = 60;

  private ShellCommand() {}

  /**
   * What came of it.
   *
   * @param output what it wrote, errors included
   */
  record Ended(int code, String output) {

    boolean isGood() {
      return code == 0;
    }
  }

  /**
   * Runs it and returns what it wrote.
   *
   * @throws IllegalStateException if it fails; the message has what it wrote
   */
  public static String run(List<String> words) {
    return run(words, "");
  }

  /** As {@link #run(List)}, with words after a prefix such as {@link Hosts#inSwitch}. */
  public static String run(List<String> prefix, String... words) {
    return run(joined(prefix, words), "");
  }

  /** As {@link #run(List)}, with an input to read. */
  static String run(List<String> words, String input) {
    Ended ended = tried(words, input);
    if (!ended.isGood()) {
      throw new IllegalStateException(
          String.join(" ", words) + " gave " + ended.code() + ": " + ended.output().strip());
    }
    return ended.output();
  }

  /** Runs it, whether it fails or not; a program that is not there has failed. */
  static Ended tried(List<String> words, String input) {
    Path output = null;
    try {
      output = Files.createTempFile("tenure-chaos", ".out");
      ProcessBuilder builder =
          new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(output.toFile());
      builder.environment().keySet().removeIf(name -> name.startsWith("TENURE_"));
      Process process = builder.start();
      try (var pipe = process.getOutputStream()) {
        pipe.write(input.getBytes(StandardCharsets.UTF_8));
      } catch (IOException endedWithoutReading) {
        input = "";
      }
      int code = awaited(process, words);
      return new Ended(code, Files.readString(output));
    } catch (IOException failure) {
      return new Ended(127, failure.toString());
    } finally {
      delete(output);
    }
  }

  static List<String> joined(List<String> prefix, String... words) {
    List<String> all = new ArrayList<>(prefix);
    all.addAll(List.of(words));
    return all;
  }

  private static int awaited(Process process, List<String> words) {
    try {
      if (process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        return process.exitValue();
      }
      process.destroyForcibly();
      throw new IllegalStateException(String.join(" ", words) + " does not end");
    } catch (InterruptedException interrupted) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted in " + String.join(" ", words), interrupted);
    }
  }

  private static void delete(@Nullable Path file) {
    try {
      if (file != null) {
        Files.deleteIfExists(file);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
