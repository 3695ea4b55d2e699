package io.tenure.bench.cluster;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One node of a cluster: a process that can be stopped, killed, paused and started again. */
public abstract class ServerProcess {
  private static final long POLL_MILLIS = 20;

  /** What it takes to start the process. */
  record Launch(List<String> command, Map<String, String> env, Path directory) {}

  private final String name;
  private final InetSocketAddress address;
  private final Launch launch;
  private @Nullable ManagedProcess process;

  ServerProcess(String name, InetSocketAddress address, Launch launch) {
    this.name = name;
    this.address = address;
    this.launch = launch;
  }

  /** Whether it takes requests. */
  abstract boolean isReady() throws IOException, InterruptedException;

  /** Whether it leads, by its own word. */
  abstract boolean leads() throws IOException, InterruptedException;

  public final String name() {
    return name;
  }

  /** Where clients connect. */
  public final InetSocketAddress address() {
    return address;
  }

  /** Where clients connect that speak gRPC. */
  public InetSocketAddress grpcAddress() {
    return address;
  }

  public final ManagedProcess process() {
    ManagedProcess running = process;
    if (running == null) {
      throw new IllegalStateException(name + " was not started");
    }
    return running;
  }

  public final void start() throws IOException {
    process = ManagedProcess.start(launch.command(), launch.env(), launch.directory());
  }

  /** Waits until it takes requests; fails when it dies or the time is over. */
  public final void awaitReady(Duration limit) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    while (!answers(this::isReady)) {
      if (!process().isAlive()) {
        throw new IOException(name + " ended:\n" + ManagedProcess.tail(launch.directory()));
      }
      if (System.nanoTime() - deadline > 0) {
        throw new IOException(
            name
                + " is not ready after "
                + limit
                + ":\n"
                + ManagedProcess.tail(launch.directory()));
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  final boolean answersAsLeader() throws InterruptedException {
    return process().isAlive() && answers(this::leads);
  }

  final void stop() throws InterruptedException {
    if (process != null) {
      process.stop();
    }
  }

  final void askToStop() {
    if (process != null) {
      process.process().destroy();
    }
  }

  private interface Question {
    boolean ask() throws IOException, InterruptedException;
  }

  private static boolean answers(Question question) throws InterruptedException {
    try {
      return question.ask();
    } catch (IOException e) {
      return false;
    }
  }
}
