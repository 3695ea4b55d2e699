package io.tenure.bench.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A cluster of one system on this machine. */
public final class BenchCluster implements AutoCloseable {
  private static final Duration START_LIMIT = Duration.ofSeconds(90);
  private static final Duration SETTLED = Duration.ofSeconds(2);
  private static final long POLL_MILLIS = 100;

  private final String system;
  private final List<ServerProcess> members;

  BenchCluster(String system, List<? extends ServerProcess> members) {
    this.system = system;
    this.members = List.copyOf(members);
  }

  /** Name of the system. */
  public String system() {
    return system;
  }

  public List<ServerProcess> members() {
    return members;
  }

  /** Starts all nodes and returns when each takes requests. */
  public void start() throws IOException, InterruptedException {
    for (ServerProcess member : members) {
      member.start();
    }
    awaitReady(START_LIMIT);
  }

  public void awaitReady(Duration limit) throws IOException, InterruptedException {
    for (ServerProcess member : members) {
      member.awaitReady(limit);
    }
  }

  /** Waits until one node alone has said for a while, without a break, that it leads. */
  public ServerProcess awaitLeader(Duration limit) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    List<ServerProcess> before = List.of();
    long since = System.nanoTime();
    while (System.nanoTime() - deadline < 0) {
      List<ServerProcess> leaders = leaders();
      long now = System.nanoTime();
      if (leaders.size() != 1 || !leaders.equals(before)) {
        before = leaders;
        since = now;
      } else if (now - since > SETTLED.toNanos()) {
        return leaders.get(0);
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
    throw new IOException(system + " has no leader that all agree on after " + limit);
  }

  /** Stops all nodes in the order of their names. */
  public void stop() throws InterruptedException {
    for (ServerProcess member : members) {
      member.stop();
    }
  }

  /** Stops all nodes at once. */
  @Override
  public void close() {
    members.forEach(ServerProcess::askToStop);
    try {
      stop();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private List<ServerProcess> leaders() throws InterruptedException {
    List<ServerProcess> leaders = new ArrayList<>();
    for (ServerProcess member : members) {
      if (member.answersAsLeader()) {
        leaders.add(member);
      }
    }
    return leaders;
  }
}
