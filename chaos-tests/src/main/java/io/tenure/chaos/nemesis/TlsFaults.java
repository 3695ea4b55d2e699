package io.tenure.chaos.nemesis;

import io.tenure.chaos.cluster.Capability;
import io.tenure.chaos.cluster.Certificates;
import io.tenure.chaos.cluster.Cluster;
import io.tenure.chaos.cluster.NodeProcess;
import io.tenure.chaos.cluster.NodeView;
import io.tenure.chaos.cluster.PeerIdentity;
import io.tenure.chaos.cluster.Waiting;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Certificates of nodes that expire or are replaced, and connections of those who have none. */
final class TlsFaults {

  /** How long a node that starts as fast as the cluster did has a certificate that is valid. */
  private static final Duration VALID = Duration.ofSeconds(5);

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration ROUND = Duration.ofMillis(500);

  private TlsFaults() {}

  static List<Fault> all() {
    return List.of(
        new Fault(
            "certificate-expired",
            "one node's certificate expires, and is replaced without a restart",
            Set.of(Capability.TLS, Capability.SHIMS),
            Faults.seconds(2),
            Faults.seconds(6),
            TlsFaults::expire),
        new Fault(
            "certificates-rotated",
            "all nodes get new certificates, and then a new authority",
            Set.of(Capability.TLS),
            Faults.seconds(1),
            Faults.seconds(2),
            TlsFaults::rotate),
        new Fault(
            "stranger",
            "somebody who is no node connects to all Raft ports",
            Set.of(Capability.TLS),
            Faults.seconds(6),
            Faults.seconds(10),
            TlsFaults::intrude));
  }

  /** The node is started once more, since connections that are open keep what was shown first. */
  private static Injection expire(Scene scene) {
    Cluster cluster = scene.cluster();
    NodeProcess node = scene.leaderOrAny();
    Runnable heal = () -> cluster.certificates().giveLasting(node);
    boolean expired = false;
    try {
      Instant end = cluster.certificates().giveExpiring(node, cluster.startTime().plus(VALID));
      node.terminate();
      node.start();
      awaitExpiry(cluster, node, end);
      expired = true;
      return scene
          .hurtingOnly(List.of(node), Injection.of(node.id(), "expired at " + end, heal))
          .cuttingOff(List.of(node.id()));
    } finally {
      if (!expired) {
        heal.run();
        ProcessFaults.revive(List.of(node));
      }
    }
  }

  /** Returns when the node was a member with that certificate, and is none any more. */
  private static void awaitExpiry(Cluster cluster, NodeProcess node, Instant end) {
    Waiting.until(
        node + " to join before " + end,
        Duration.between(Instant.now(), end),
        () -> cluster.view(node).flatMap(NodeView::leader).isPresent());
    Waiting.until(
        "the others to refuse " + node,
        Duration.between(Instant.now(), end).plus(PATIENCE),
        () ->
            Instant.now().isAfter(end)
                && cluster.view(node).filter(view -> view.leader().isEmpty()).isPresent());
  }

  /** Goes on beyond its time until the nodes trust nobody but the new authority. */
  private static Injection rotate(Scene scene) {
    Cluster cluster = scene.cluster();
    cluster.awaitLeader(PATIENCE);
    Certificates certificates = cluster.certificates();
    CompletableFuture<Void> rotating =
        CompletableFuture.runAsync(
            () -> {
              certificates.renew(cluster.nodes());
              certificates.replaceAuthority(cluster.nodes());
            });
    return scene
        .hurtingOnly(
            List.of(), Injection.of("all", "new certificates, new authority", rotating::join))
        .unnoticed();
  }

  private static Injection intrude(Scene scene) {
    Cluster cluster = scene.cluster();
    cluster.awaitLeader(PATIENCE);
    PeerIdentity foreign = cluster.certificates().foreign("n1");
    PeerIdentity stolen = cluster.certificates().own("n1");
    List<Stranger> strangers =
        cluster.nodes().stream()
            .map(node -> new Stranger(node, foreign, stolen, scene.seed()))
            .toList();
    List<Runnable> stops =
        strangers.stream().map(each -> RepeatingFault.every(ROUND, each::connect)).toList();
    Runnable heal =
        () -> {
          stops.forEach(Runnable::run);
          strangers.forEach(Stranger::leave);
        };
    return scene
        .hurtingOnly(
            List.of(),
            Injection.of("all", Stranger.SILENT + " connections to each, and worse", heal))
        .unnoticed();
  }
}
