package io.tenure.config;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * One node of the cluster.
 *
 * @param id its name in the cluster
 * @param host the address that peers and clients use
 * @param raftPort for the other nodes
 * @param httpPort for clients
 * @param grpcPort for gRPC clients, if they are to be served
 * @param raftBind the address that it listens on for the other nodes
 * @param httpBind the address that it listens on for clients
 */
public record NodeConfig(
    String id,
    String host,
    int raftPort,
    int httpPort,
    OptionalInt grpcPort,
    String raftBind,
    String httpBind) {

  /** Host and port for the other nodes, as they name this one. */
  public String raftAddress() {
    return bracketed() + ":" + raftPort;
  }

  /** Host and port for clients. */
  public String httpAddress() {
    return bracketed() + ":" + httpPort;
  }

  /** Host and port for gRPC clients, if they are served. */
  public Optional<String> grpcAddress() {
    return grpcPort.isPresent()
        ? Optional.of(bracketed() + ":" + grpcPort.getAsInt())
        : Optional.empty();
  }

  private String bracketed() {
    return host.contains(":") ? "[" + host + "]" : host;
  }
}
