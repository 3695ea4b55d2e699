package io.tenure.chaos.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.chaos.cluster.NodeProcess;
import io.tenure.chaos.cluster.PeerIdentity;
import io.tenure.chaos.cluster.PeerProbe;
import io.tenure.chaos.cluster.Waiting;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Of certificates that expire or are replaced, and of those who are no nodes. */
final class TlsProofs {

  private static final String HANDSHAKE = "the TLS handshake failed: ";

  private final FaultBench bench;
  private final PeerProbe probe;
  private final Map<String, Integer> linesBefore = new HashMap<>();

  private TlsProofs(FaultBench bench) {
    this.bench = bench;
    this.probe = new PeerProbe(bench.cluster());
  }

  static Map<String, Proof> all(FaultBench bench) {
    TlsProofs proofs = new TlsProofs(bench);
    return Map.of(
        "certificate-expired", proofs.new Expired(),
        "certificates-rotated", proofs.new Rotated(),
        "stranger", proofs.new Refused());
  }

  private List<NodeProcess> nodes() {
    return bench.cluster().nodes();
  }

  private void rememberLogs() {
    nodes().forEach(node -> linesBefore.put(node.id(), probe.log(node).size()));
  }

  /** What the node has logged since. */
  private List<String> said(NodeProcess node) {
    List<String> all = probe.log(node);
    return all.subList(linesBefore.get(node.id()), all.size());
  }

  private void awaitSaid(NodeProcess node, String text) {
    Waiting.until(
        node + " to say: " + text,
        FaultBench.PATIENCE,
        () -> said(node).stream().anyMatch(line -> line.contains(text)));
  }

  /** The others end its connections, and let it in with a new certificate, as it runs. */
  private final class Expired extends Proof {

    private Optional<Long> pid = Optional.empty();

    @Override
    void before() {
      rememberLogs();
    }

    @Override
    void during(Injection fault) {
      NodeProcess victim = bench.victim(fault);
      NodeProcess other = bench.other(victim);
      String address = victim.peerAddress().getHostString();
      pid = bench.cluster().hosts().pid(victim.id());
      assertThat(pid).isPresent();
      assertThat(bench.probe().claim(victim, "expired")).isEqualTo(503);
      bench.serves(other);
      awaitSaid(other, "connection with " + address + " closed: its certificate has expired");
      awaitSaid(
          other,
          "connection from " + address + " refused: " + HANDSHAKE + "its certificate has expired");
    }

    @Override
    void after(Injection fault) {
      NodeProcess victim = bench.victim(fault);
      bench.serves(victim);
      assertThat(bench.cluster().hosts().pid(victim.id())).isEqualTo(pid);
    }
  }

  /** What was good before is refused after it; no connection ends and no request fails. */
  private final class Rotated extends Proof {

    private PeerIdentity old = PeerIdentity.anonymous();

    @Override
    void before() {
      rememberLogs();
      old = bench.cluster().certificates().own("n1");
      assertThat(nodes()).allMatch(node -> probe.takes(node, old));
    }

    @Override
    void during(Injection fault) {
      List<Integer> answers = new ArrayList<>();
      Waiting.until(
          "an end of all trust in the old authority",
          FaultBench.PATIENCE,
          () -> {
            nodes().forEach(node -> answers.add(bench.claimAt(node)));
            return nodes().stream().noneMatch(node -> probe.trusts(node, old));
          });
      assertThat(answers).hasSizeGreaterThan(nodes().size()).containsOnly(201);
      for (NodeProcess node : nodes()) {
        assertThat(said(node)).noneMatch(line -> line.endsWith(" lost"));
      }
    }

    /** A node that starts again opens all its connections with what it has now. */
    @Override
    void after(Injection fault) {
      PeerIdentity fresh = bench.cluster().certificates().own("n1");
      for (NodeProcess node : nodes()) {
        Waiting.until("no way in", FaultBench.PATIENCE, () -> !probe.takes(node, old));
        assertThat(probe.takes(node, fresh)).isTrue();
      }
      NodeProcess again = bench.cluster().leader();
      again.terminate();
      again.start();
      bench.cluster().awaitLeader(FaultBench.PATIENCE);
      bench.serves(again);
    }
  }

  /** Few of its connections stay, few lines are logged that say why, and nodes serve. */
  private final class Refused extends Proof {

    private static final int MOST_CONNECTIONS = 256;
    private static final int UNDER_WAY = 20;
    private static final int MOST_LINES = 20;

    @Override
    void before() {
      rememberLogs();
    }

    @Override
    void during(Injection fault) {
      Waiting.until(
          "many connections to all",
          FaultBench.PATIENCE,
          () -> connections().stream().allMatch(count -> count > MOST_CONNECTIONS / 2));
      // More may be open for a moment: those that a busy node has not accepted or closed yet.
      Waiting.until(
          "no more than a node admits",
          FaultBench.PATIENCE,
          () -> connections().stream().allMatch(count -> count <= MOST_CONNECTIONS + UNDER_WAY));
      for (NodeProcess node : nodes()) {
        assertThat(bench.claimAt(node)).isEqualTo(201);
        String refusal = "connection from " + probe.ownAddress(node) + " refused: ";
        awaitSaid(node, refusal + HANDSHAKE + "it does not speak TLS");
        awaitSaid(node, refusal + HANDSHAKE + "unable to find valid certification path");
        awaitSaid(node, refusal + "it is not a node of Tenure");
        awaitSaid(node, refusal + "it said nothing in time");
        assertThat(said(node)).hasSizeLessThanOrEqualTo(MOST_LINES);
      }
    }

    private List<Long> connections() {
      return nodes().stream().map(probe::connectionsOfHarness).toList();
    }

    @Override
    void after(Injection fault) {
      Waiting.until(
          "an end of all connections",
          FaultBench.PATIENCE,
          () -> connections().stream().allMatch(count -> count == 0));
    }
  }
}
