package io.tenure.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The configuration that all nodes of a cluster share.
 *
 * @param name the cluster's name
 * @param id tells clusters of one name apart
 * @param nodes the members at the first start, in the order of the file
 * @param peers how the nodes know each other
 * @param promotionGrace how long at least a promoted claim waits for an owner who polls
 * @param httpTls set if clients are served over TLS
 * @param publicUrl how clients reach the nodes through a proxy; if absent, requests tell
 * @param auth who calls, and who may do what
 */
public record ClusterConfig(
    String name,
    Optional<String> id,
    List<NodeConfig> nodes,
    PeerSecurity peers,
    Timing timing,
    SnapshotSettings snapshots,
    Limits limits,
    Retention retention,
    Duration promotionGrace,
    Optional<Tls> httpTls,
    Optional<String> publicUrl,
    LeaseDefaults leases,
    Locket locket,
    Auth auth) {

  public ClusterConfig {
    nodes = List.copyOf(nodes);
  }

  /**
   * Names the Raft group. Neither part contains an underscore, so no two clusters that differ in
   * name or id have the same.
   */
  public String groupId() {
    return id.map(text -> name + "_" + text).orElse(name);
  }

  /** How certificates name the cluster. Neither part contains a dot. */
  public String nameInCertificates() {
    return id.map(text -> name + "." + text).orElse(name);
  }

  /** What a node shows to the others, unless the link between them is plain text. */
  public Optional<PeerSecurity.Files> peerTls(NodeConfig node) {
    return peers.files().map(files -> files.of(node.id()));
  }

  public Optional<NodeConfig> node(String nodeId) {
    return nodes.stream().filter(node -> node.id().equals(nodeId)).findFirst();
  }

  /** Where clients reach a node. */
  public String httpUrl(NodeConfig node) {
    return (httpTls.isPresent() ? "https://" : "http://") + node.httpAddress();
  }

  /** What is legal and yet hardly meant. */
  public List<String> warnings() {
    return Advice.on(this);
  }
}
