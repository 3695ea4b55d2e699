package io.tenure.chaos.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Hosts whose nodes are processes of this machine, and that only differ in their network. */
abstract class LocalHosts implements Hosts {

  private static final long END_SECONDS = 30;
  private static final long STOP_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final Map<String, Process> processes = new ConcurrentHashMap<>();
  private boolean closed;

  @Override
  public synchronized void start(String id, Launch launch) {
    if (closed) {
      throw new IllegalStateException("the hosts are closed");
    }
    List<String> command =
        ShellCommand.joined(inNode(id), launch.home().resolve("bin/tenure").toString());
    command.addAll(launch.arguments());
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(launch.log().toFile()));
    builder.environment().keySet().removeIf(name -> name.startsWith("TENURE_"));
    builder.environment().putAll(launch.environment());
    try {
      processes.put(id, builder.start()); // every program on the way replaces itself by the next
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @Override
  public boolean isRunning(String id) {
    Process process = processes.get(id);
    return process != null && process.isAlive();
  }

  @Override
  public Optional<Integer> exitCode(String id) {
    Process process = processes.get(id);
    return process == null || process.isAlive()
        ? Optional.empty()
        : Optional.of(process.exitValue());
  }

  @Override
  public void kill(String id) {
    started(id).destroyForcibly();
    awaitEnd(id);
  }

  @Override
  public void terminate(String id) {
    started(id).destroy();
    awaitEnd(id);
  }

  /** A thread that waits for its disk goes on until the disk has answered. */
  @Override
  public void pause(String id) {
    signal("STOP", id);
    Path threads = Path.of("/proc", Long.toString(started(id).pid()), "task");
    long end = System.nanoTime() + STOP_NANOS;
    while (!stand(threads) && System.nanoTime() - end < 0) {
      Waiting.sleep(1, TimeUnit.MILLISECONDS);
    }
  }

  /** As the kernel sees them: T is a thread that was stopped. */
  private static boolean stand(Path threads) {
    try (var each = Files.newDirectoryStream(threads)) {
      for (Path thread : each) {
        String line = Files.readString(thread.resolve("stat"));
        if (!line.startsWith("T", line.lastIndexOf(')') + 2)) {
          return false;
        }
      }
      return true;
    } catch (IOException gone) {
      return !Files.exists(threads); // the process, and not only a thread
    }
  }

  @Override
  public void resume(String id) {
    signal("CONT", id);
  }

  @Override
  public Optional<Long> pid(String id) {
    return isRunning(id) ? Optional.of(started(id).pid()) : Optional.empty();
  }

  /** Ends all processes, whatever state they are in, and lets none start any more. */
  final synchronized void killAll() {
    closed = true;
    processes.values().forEach(Process::destroyForcibly);
    processes.keySet().forEach(this::awaitEnd);
  }

  private void signal(String name, String id) {
    ShellCommand.run(List.of("kill", "-" + name, Long.toString(started(id).pid())));
  }

  private void awaitEnd(String id) {
    try {
      if (!started(id).waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException(id + " does not end");
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private Process started(String id) {
    return Optional.ofNullable(processes.get(id))
        .orElseThrow(() -> new IllegalStateException(id + " was never started"));
  }
}
