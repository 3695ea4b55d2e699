package io.tenure.chaos.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One node: the process that it is at the moment, and its directory, which outlives it. */
public final class NodeProcess {

  private static final long END_SECONDS = 20;

  private final String id;
  private final URI url;
  private final Path home;
  private final Path config;
  private final Path directory;
  private @Nullable Process process;

  NodeProcess(String id, URI url, Path home, Path config) {
    this.id = id;
    this.url = url;
    this.home = home;
    this.config = config;
    this.directory = config.resolveSibling(id);
  }

  public String id() {
    return id;
  }

  public URI url() {
    return url;
  }

  public boolean isRunning() {
    return process != null && process.isAlive();
  }

  /** Starts it; with an empty directory it takes part in founding the cluster. */
  public void start() {
    List<String> command = new ArrayList<>();
    command.add(home.resolve("bin/tenure").toString());
    command.addAll(List.of("node", "--config", config.toString(), "--node", id));
    command.addAll(List.of("--data", directory.toString()));
    if (!Files.exists(directory.resolve("identity"))) {
      command.add("--bootstrap");
    }
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()));
    builder.environment().put("TENURE_HEAP", "-Xms64m -Xmx512m");
    try {
      process = builder.start();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Ends it without a chance to finish anything, as {@code kill -9} does. */
  public void kill() {
    running().destroyForcibly();
    awaitEnd();
  }

  /** Asks it to end, and waits until it has. */
  public void terminate() {
    running().destroy();
    awaitEnd();
  }

  /** Stops it where it is, until {@link #resume}. */
  public void pause() {
    signal("STOP");
  }

  public void resume() {
    signal("CONT");
  }

  /** The exit code, if it has ended. */
  public Optional<Integer> exitCode() {
    return process == null || process.isAlive()
        ? Optional.empty()
        : Optional.of(process.exitValue());
  }

  public Path directory() {
    return directory;
  }

  public Path log() {
    return config.resolveSibling(id + ".log");
  }

  /** Ends it in any state. */
  void dispose() {
    if (process != null && process.isAlive()) {
      process.destroyForcibly();
      awaitEnd();
    }
  }

  private void signal(String name) {
    String pid = Long.toString(running().pid());
    try {
      int code = new ProcessBuilder("kill", "-" + name, pid).inheritIO().start().waitFor();
      if (code != 0) {
        throw new IllegalStateException("kill -" + name + " " + pid + " gave " + code);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void awaitEnd() {
    try {
      if (!running().waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException(id + " does not end; see " + log());
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private Process running() {
    if (process == null) {
      throw new IllegalStateException(id + " was never started");
    }
    return process;
  }
}
