package io.tenure.chaos.cluster;

import java.util.List;
import java.util.Optional;

/**
 * Machines for the nodes of a cluster under test. What can be done to a machine from outside is
 * here; what is done to several of them at once is a fault of the nemesis.
 *
 * <p>Hosts clean up behind themselves: closing them, an end of this process by Ctrl-C included,
 * ends all nodes and removes whatever was made. What a process that was killed left behind is
 * removed by the next one. Calls for one node must not overlap.
 */
public interface Hosts extends AutoCloseable {

  /** What the machines are made of. */
  enum Kind {
    /** A network namespace for each node, and one with a switch that joins them. */
    NETNS,
    /** A container for each node, by Testcontainers. */
    DOCKER,
    /**
     * Plain processes on loopback, for machines where one is not root: no faults of the network.
     */
    LOOPBACK;

    /** What this machine must have for it. */
    public List<Capability> needs() {
      return switch (this) {
        case NETNS -> List.of(Capability.NETNS);
        case DOCKER -> List.of(Capability.DOCKER);
        case LOOPBACK -> List.of();
      };
    }
  }

  Kind kind();

  /** Ends and removes the nodes that a process which is dead has left on such hosts. */
  void removeLeftovers();

  /** Makes the machines, n1 to n{@code size}, without anything that runs on them. */
  void up(int size);

  /** The address that clients and other nodes reach the node at. */
  String address(String id);

  /** Starts a node's process; one that ran before has ended. */
  void start(String id, Launch launch);

  boolean isRunning(String id);

  /** The exit code, if the node was started and has ended. */
  Optional<Integer> exitCode(String id);

  /** Ends it without a chance to finish anything, as {@code kill -9} does, and waits. */
  void kill(String id);

  /** Asks it to end by SIGTERM, and waits until it has. */
  void terminate(String id);

  /** Stops it where it is, until {@link #resume}; it stands when this returns. */
  void pause(String id);

  void resume(String id);

  /** The process of the node as this machine sees it, if it runs. */
  Optional<Long> pid(String id);

  /** What a command must begin with to run where the packets of all nodes pass. */
  List<String> inSwitch();

  /** What a command must begin with to run in the network of a node. */
  List<String> inNode(String id);

  @Override
  void close();

  /** Hosts of a kind. */
  static Hosts of(Kind kind) {
    return switch (kind) {
      case NETNS -> new NetnsHosts();
      case DOCKER -> new DockerHosts();
      case LOOPBACK -> new LoopbackHosts();
    };
  }
}
