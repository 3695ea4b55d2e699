package io.tenure.node.identity;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * To whom a data directory belongs, and what its node tells the others of itself.
 *
 * @param cluster the cluster's name
 * @param clusterId tells this cluster from all others, also from those of the same name and
 *     members; absent until the cluster is founded
 * @param node the node's id
 * @param raftAddress under which the other members know the node
 * @param incarnation 0 for a founding member; a node that replaces a lost one has the next number
 * @param founders with whom the cluster began, in the order of their ids; none in an identity that
 *     version 0.1.0 wrote
 * @param origin what the cluster was restored from: a backup, by its checksum, with the epoch that
 *     it began with; none in a cluster that began empty
 */
public record Identity(
    String cluster,
    Optional<String> clusterId,
    String node,
    String raftAddress,
    int incarnation,
    List<Founder> founders,
    Optional<String> origin) {

  public Identity {
    founders = founders.stream().sorted(Comparator.comparing(Founder::id)).toList();
  }

  /** Of a cluster that began empty. */
  public Identity(
      String cluster,
      Optional<String> clusterId,
      String node,
      String raftAddress,
      int incarnation,
      List<Founder> founders) {
    this(cluster, clusterId, node, raftAddress, incarnation, founders, Optional.empty());
  }

  /** Who a node is by its configuration alone. */
  public static Identity configured(String cluster, Founder self, List<Founder> members) {
    return new Identity(cluster, Optional.empty(), self.id(), self.raftAddress(), 0, members);
  }

  public boolean isFounded() {
    return clusterId.isPresent();
  }

  /** Whether version 0.1.0 wrote it, which knew neither ids nor members of clusters. */
  public boolean isOfFirstFormat() {
    return founders.isEmpty();
  }

  /** The founders without this node. */
  public List<Founder> others() {
    return founders.stream().filter(founder -> !founder.id().equals(node)).toList();
  }

  public Optional<String> nonceOf(String founderId) {
    return founders.stream()
        .filter(founder -> founder.id().equals(founderId))
        .findFirst()
        .flatMap(Founder::nonce);
  }

  /** The name of the Raft group. Nodes of another cluster do not find each other by it. */
  public String raftGroup() {
    return cluster + "__" + clusterId.orElseThrow();
  }

  /** Ids and addresses of the founders, whatever else is known of them. */
  public String members() {
    return founders.stream().map(Founder::toString).collect(Collectors.joining(", "));
  }

  /** For a data directory that is new. */
  public Identity bootstrapped() {
    return withNonce(node, ClusterId.random());
  }

  /** For a data directory that was made of a backup. */
  public Identity restoredFrom(String backup, long epoch) {
    return with(clusterId, founders, Optional.of(backup + "-" + epoch)).bootstrapped();
  }

  /** For a cluster that goes on with this member alone. */
  public Identity alone() {
    Founder self = Founder.of(node, raftAddress);
    return with(Optional.empty(), List.of(self), Optional.empty()).bootstrapped();
  }

  Identity withNonce(String founderId, String nonce) {
    return withFounders(
        founders.stream()
            .map(each -> each.id().equals(founderId) ? each.withNonce(nonce) : each)
            .toList());
  }

  /** For a data directory of version 0.1.0: all of its members come to the same id. */
  public Identity adopted(Identity configured) {
    Identity known = withFounders(configured.founders);
    return known.withClusterId(ClusterId.derived(known));
  }

  Identity withFounders(List<Founder> known) {
    return with(clusterId, known, origin);
  }

  Identity withClusterId(String id) {
    return with(Optional.of(id), founders, origin);
  }

  private Identity with(Optional<String> id, List<Founder> known, Optional<String> from) {
    return new Identity(cluster, id, node, raftAddress, incarnation, known, from);
  }

  /** Why a directory of this identity is not for a node of another name, if it is not. */
  public Optional<String> objectionToName(Identity configured) {
    if (!cluster.equals(configured.cluster)) {
      return Optional.of("belongs to cluster " + cluster + ", not to " + configured.cluster);
    }
    if (!node.equals(configured.node)) {
      return Optional.of("belongs to node " + node + ", not to " + configured.node);
    }
    return Optional.empty();
  }

  /** Why a directory of this identity is not for a node with these members, if it is not. */
  public Optional<String> objectionToMembers(Identity configured) {
    if (!raftAddress.equals(configured.raftAddress)) {
      return Optional.of(
          "belongs to "
              + node
              + " at "
              + raftAddress
              + ", which is now configured at "
              + configured.raftAddress
              + "; the other members know it by its address, so host and raft-port must stay");
    }
    if (isOfFirstFormat() || members().equals(configured.members())) {
      return Optional.empty();
    }
    return Optional.of(
        "was founded with the members "
            + members()
            + ", but the configuration file lists "
            + configured.members()
            + (isFounded() ? WHAT_TO_DO : WHAT_TO_DO_BEFORE));
  }

  private static final String WHAT_TO_DO =
      ". Members cannot be changed in the file. To keep this node's data, start it with the"
          + " members that it was founded with; to found a new cluster without that data, use an"
          + " empty directory";

  private static final String WHAT_TO_DO_BEFORE =
      ". Its cluster has not begun, so nothing is lost: use the file that the other nodes were"
          + " bootstrapped with, or bootstrap this node again";
}
