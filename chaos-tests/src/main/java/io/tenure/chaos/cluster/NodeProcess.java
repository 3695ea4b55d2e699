package io.tenure.chaos.cluster;

import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One node: the process that it is at the moment, and its directory, which outlives it. */
public final class NodeProcess {

  private final String id;
  private final NodePlace place;
  private boolean founded;

  NodeProcess(String id, NodePlace place) {
    this.id = id;
    this.place = place;
  }

  public String id() {
    return id;
  }

  public URI url() {
    return URI.create("http://" + place.address() + ":" + place.ports().http());
  }

  /** Where it serves Locket over gRPC, as host:port. */
  public String grpcAddress() {
    return place.address() + ":" + place.ports().grpc();
  }

  /** Where other nodes connect to it. */
  public InetSocketAddress peerAddress() {
    return new InetSocketAddress(place.address(), place.ports().raft());
  }

  public boolean isRunning() {
    return place.hosts().isRunning(id);
  }

  /** Starts it; with an empty directory it takes part in founding the cluster. */
  public void start() {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("node", "--config", place.config().toString(), "--node", id));
    arguments.addAll(List.of("--data", directory().toString()));
    if (!founded && !Files.exists(directory().resolve("identity"))) {
      arguments.add("--bootstrap");
    }
    founded = true;
    place
        .hosts()
        .start(
            id,
            new Launch(place.home(), arguments, place.environment(), place.visiblePaths(), log()));
    place.memoryGroup().ifPresent(this::enter);
  }

  private void enter(String group) {
    place.hosts().pid(id).ifPresent(pid -> MemoryControl.enter(group, pid));
  }

  /** Ends it without a chance to finish anything, as {@code kill -9} does. */
  public void kill() {
    place.hosts().kill(id);
  }

  /** Asks it to end, and waits until it has. */
  public void terminate() {
    place.hosts().terminate(id);
  }

  /** Stops it where it is, until {@link #resume}. */
  public void pause() {
    place.hosts().pause(id);
  }

  public void resume() {
    place.hosts().resume(id);
  }

  /** The exit code, if it has ended. */
  public Optional<Integer> exitCode() {
    return place.hosts().exitCode(id);
  }

  public Path directory() {
    return place.data();
  }

  public Path log() {
    return place.log();
  }

  /** Its clocks; only in a cluster that wants {@link Capability#SHIMS}. */
  public ClockControl clock() {
    return place.clock().orElseThrow(() -> without(Capability.SHIMS));
  }

  /** Its writes and syncs; only in a cluster that wants {@link Capability#SHIMS}. */
  public DiskControl writes() {
    return place.writes().orElseThrow(() -> without(Capability.SHIMS));
  }

  /** Its file system; only in a cluster that wants {@link Capability#DISK}. */
  public DataDisk disk() {
    return place.disk().orElseThrow(() -> without(Capability.DISK));
  }

  /** The memory of the process that it is now. */
  public MemoryControl memory() {
    return MemoryControl.of(place.hosts().pid(id).orElseThrow());
  }

  private static IllegalStateException without(Capability capability) {
    return new IllegalStateException("the cluster was started without " + capability.word());
  }

  @Override
  public String toString() {
    return id;
  }
}
