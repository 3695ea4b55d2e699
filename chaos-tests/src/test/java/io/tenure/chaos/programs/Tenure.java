package io.tenure.chaos.programs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tenure.chaos.cluster.ProcessCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** Starts {@code bin/tenure} of the installed distribution. Closing it ends all that it started. */
final class Tenure implements AutoCloseable {

  static final ObjectMapper JSON = new ObjectMapper();
  private static final long LONGEST_SECONDS = 90;

  private final Path home;
  private final Path directory;
  private final List<URI> urls;
  private final ConcurrentLinkedQueue<Process> started = new ConcurrentLinkedQueue<>();
  private final AtomicInteger count = new AtomicInteger();

  Tenure(Path directory, List<URI> urls) {
    this.home = home();
    this.directory = directory;
    this.urls = List.copyOf(urls);
  }

  static Path home() {
    return Path.of(System.getProperty("tenure.home"));
  }

  String executable() {
    return home.resolve("bin/tenure").toString();
  }

  /** Runs a command to its end. */
  Ended run(String... arguments) {
    return start(arguments).await();
  }

  Running start(String... arguments) {
    List<String> command = new ArrayList<>(List.of(executable()));
    command.addAll(List.of(arguments));
    return launch(command, Map.of());
  }

  /** Starts any command, with the cluster's addresses in its environment. */
  Running launch(List<String> command, Map<String, String> variables) {
    int number = count.incrementAndGet();
    Path out = directory.resolve("program-" + number + ".out");
    Path err = directory.resolve("program-" + number + ".err");
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.redirectInput(Path.of("/dev/null").toFile());
    builder
        .environment()
        .put("TENURE_URL", urls.stream().map(URI::toString).collect(Collectors.joining(",")));
    builder.environment().put("TENURE_CACHE", "off");
    builder.environment().putAll(variables);
    try {
      Process process = builder.start();
      started.add(process);
      return new Running(process, out, err);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  JsonNode claim(long id) {
    return run("show", Long.toString(id), "--json").json();
  }

  @Override
  public void close() {
    started.forEach(Process::destroyForcibly);
  }

  static void signal(long pid, String name) {
    try {
      new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** A program that has ended. */
  record Ended(int code, String out, String err) {

    JsonNode json() {
      assertThat(code).as(err).isZero();
      return Tenure.json(out);
    }
  }

  static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException wrong) {
      throw new AssertionError("not JSON: " + text, wrong);
    }
  }

  /** A program that may still run. */
  record Running(Process process, Path out, Path err) {

    Ended await() {
      try {
        assertThat(process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS))
            .as("it ends: %s%s", read(out), read(err))
            .isTrue();
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
      return new Ended(process.exitValue(), read(out), read(err));
    }

    void awaitOutput(String text) {
      ProcessCluster.await(text, () -> read(out).contains(text) || !process.isAlive());
      assertThat(read(out)).as(read(err)).contains(text);
    }

    void signal(String name) {
      Tenure.signal(process.pid(), name);
    }
  }

  static String read(Path file) {
    try {
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
