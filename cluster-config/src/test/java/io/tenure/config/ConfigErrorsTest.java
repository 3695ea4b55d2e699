package io.tenure.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ConfigErrorsTest {
  private static final String ONE_NODE =
      """
      cluster.name = tenure
      node.n1.host = 127.0.0.1
      node.n1.raft-port = 7081
      node.n1.http-port = 8081
      """;

  private static List<String> problems(String text, Map<String, String> environment) {
    try {
      new ConfigBuilder("my.conf", Path.of("/etc")).build(text, environment);
      return List.of();
    } catch (ConfigException refused) {
      return refused.problems();
    }
  }

  private static List<String> problems(String text) {
    return problems(text, Map.of());
  }

  @Test
  void anUnknownKeyIsRefusedWithTheNearestOne() {
    assertThat(problems(ONE_NODE + "election.timout = 1s"))
        .containsExactly(
            "my.conf:5: election.timout: there is no such setting; did you mean election.timeout?"
                + " `tenure config list` shows all");
  }

  @Test
  void anUnknownKeyOfANodeIsRefusedWithTheNearestOne() {
    assertThat(problems(ONE_NODE + "node.n1.htp-port = 1"))
        .containsExactly(
            "my.conf:5: node.n1.htp-port: there is no such setting; did you mean"
                + " node.n1.http-port? `tenure config list` shows all");
  }

  @Test
  void anUnknownKeyLikeNoOtherGetsNoSuggestion() {
    assertThat(problems(ONE_NODE + "\n\ncolour = blue"))
        .containsExactly(
            "my.conf:7: colour: there is no such setting; `tenure config list` shows all");
  }

  @Test
  void durationsNeedAUnitAndKeepTheirRange() {
    assertThat(
            problems(
                ONE_NODE
                    + """
                    election.timeout = 500
                    election.jitter = 5 weeks
                    request.timeout = 1ms
                    retention.time = long
                    snapshot.interval = 99999999999999999999h
                    """))
        .containsExactly(
            "my.conf:5: election.timeout: '500' has no unit (units: us, ms, s, m, h, d);"
                + " allowed: 100ms to 1m",
            "my.conf:6: election.jitter: '5 weeks' has the unknown unit 'weeks'"
                + " (units: us, ms, s, m, h, d); allowed: 10ms to 1m",
            "my.conf:7: request.timeout: '1ms' is out of range; allowed: 100ms to 5m",
            "my.conf:8: retention.time: 'long' is not a whole number with a unit"
                + " (units: us, ms, s, m, h, d); allowed: 1s to 3650d",
            "my.conf:9: snapshot.interval: '99999999999999999999h' is out of range"
                + " (units: us, ms, s, m, h, d); allowed: 1s to 1d");
  }

  @Test
  void sizesNeedAUnitAndKeepTheirRange() {
    assertThat(problems(ONE_NODE + "limits.user-data = 64KB\nlimits.name = 1MiB\nlimits.uri = 8"))
        .containsExactly(
            "my.conf:5: limits.user-data: '64KB' has the unknown unit 'KB' (units: B, KiB, MiB);"
                + " allowed: 0B to 1MiB",
            "my.conf:6: limits.name: '1MiB' is out of range; allowed: 16B to 64KiB",
            "my.conf:7: limits.uri: '8' has no unit (units: B, KiB, MiB); allowed: 256B to 1MiB");
  }

  @Test
  void integersKeepTheirRange() {
    assertThat(
            problems(
                ONE_NODE
                    + """
                    inflight.limit = many
                    snapshot.entries = 99999999999999999999
                    limits.live-claims = 0
                    limits.connections = -1
                    """))
        .containsExactlyInAnyOrder(
            "my.conf:5: inflight.limit: 'many' is not a whole number; allowed: 16 to 10000000",
            "my.conf:6: snapshot.entries: '99999999999999999999' is out of range;"
                + " allowed: 100 to 100000000",
            "my.conf:7: limits.live-claims: '0' is out of range; allowed: 1 to 100000000",
            "my.conf:8: limits.connections: '-1' is out of range; allowed: 1 to 10000000");
  }

  @Test
  void aKeyMayBeSetOnce() {
    assertThat(problems(ONE_NODE + "cluster.name = other"))
        .containsExactly("my.conf:5: cluster.name: is set twice, first in line 1");
  }

  @Test
  void aLineThatIsNoSettingIsRefused() {
    assertThat(problems(ONE_NODE + "what\n= 5\nelection.timeout ="))
        .containsExactly(
            "my.conf:5: 'what' is not a setting; allowed: key = value, # comment",
            "my.conf:6: '= 5' is not a setting; allowed: key = value, # comment",
            "my.conf:7: election.timeout: has no value; leave the line out to take the default");
  }

  @Test
  void whatIsMissingIsNamed() {
    assertThat(problems("# nothing\nnode.n1.host = localhost"))
        .containsExactly(
            "my.conf: cluster.name: is missing; allowed: letters, digits and dashes, a letter"
                + " first, at most 63 (name)",
            "my.conf:2: node.n1.raft-port: is missing; allowed: 1 to 65535 (integer)",
            "my.conf:2: node.n1.http-port: is missing; allowed: 1 to 65535 (integer)");
  }

  @Test
  void aClusterHasOneToNineNodes() {
    assertThat(problems("cluster.name = tenure"))
        .containsExactly(
            "my.conf: node.<id>.host: names 0 nodes; allowed: 1 to 9 nodes, each with host,"
                + " raft-port and http-port");
  }

  @Test
  void noTwoPortsOfOneHostAreTheSame() {
    String second =
        """
        node.n2.host = 127.0.0.1
        node.n2.raft-port = 8081
        node.n2.http-port = 8082
        node.n2.grpc-port = 8082
        """;
    assertThat(problems(ONE_NODE + second))
        .containsExactly(
            "my.conf:6: node.n2.raft-port: 127.0.0.1 port 8081 is also node.n1.http-port;"
                + " allowed: a port of its own",
            "my.conf:8: node.n2.grpc-port: 127.0.0.1 port 8082 is also node.n2.http-port;"
                + " allowed: a port of its own");
  }

  @Test
  void nodeIdsAreShortWords() {
    assertThat(problems(ONE_NODE.replace("n1", "N_1")))
        .first()
        .isEqualTo(
            "my.conf:2: node.N_1.host: 'N_1' is not a node id; allowed: small letters, digits and"
                + " dashes, at most 31");
  }

  @Test
  void aNodesHostMustBeAnAddressThatOthersCanReach() {
    for (String host : List.of("0.0.0.0", "::", "a b", "host:80x", "-")) {
      assertThat(problems(ONE_NODE.replace("127.0.0.1", host)))
          .as(host)
          .containsExactly(
              "my.conf:2: node.n1.host: '"
                  + host
                  + "' is not an address; allowed: a host name or an IP address that others can"
                  + " reach, without a port");
    }
  }

  @Test
  void tlsNeedsBothFiles() {
    assertThat(problems(ONE_NODE + "http.tls.key = key.pem"))
        .containsExactly(
            "my.conf:5: http.tls.key: needs http.tls.certificate; allowed: both or none");
  }

  @Test
  void mutualTlsNeedsAllThreeFiles() {
    assertThat(problems(ONE_NODE + "locket.tls.key = key.pem\nlocket.tls.certificate = a.pem"))
        .containsExactly(
            "my.conf:6: locket.tls.certificate: needs locket.tls.client-ca; allowed: all three or"
                + " none");
    assertThat(problems(ONE_NODE + "locket.tls.client-ca = ca.pem"))
        .containsExactly(
            "my.conf:5: locket.tls.client-ca: needs locket.tls.certificate and locket.tls.key;"
                + " allowed: all three or none");
  }

  @Test
  void nodesShowAllThreeFilesToEachOtherOrNone() {
    assertThat(problems(ONE_NODE + "peer.tls.key = key.pem\npeer.tls.certificate = a.pem"))
        .containsExactly(
            "my.conf:6: peer.tls.certificate: needs peer.tls.ca; allowed: all three or none");
  }

  @Test
  void aFileOfANodeKnowsOnePlaceholder() {
    assertThat(
            problems(
                ONE_NODE
                    + "peer.tls.certificate = {node}.pem\npeer.tls.key = {id}.pem\n"
                    + "peer.tls.ca = ca.pem"))
        .contains(
            "my.conf:6: peer.tls.key: '{id}.pem' is not a file; allowed: a path, relative to the"
                + " directory of this file or absolute; {node} is the node's id");
  }

  @Test
  void aRaftPortWithoutTlsMayNotBeOpen() {
    String waysOut =
        ", and nothing protects the Raft port; allowed: a loopback address, or"
            + " peer.tls.certificate, peer.tls.key and peer.tls.ca (`tenure certs` makes the"
            + " files), or peer.insecure = true to trust the network";
    for (String open : List.of("10.0.0.1", "fd00::7", "127.example.net", "tenure-1", "128.0.0.1")) {
      assertThat(problems(ONE_NODE.replace("127.0.0.1", open)))
          .as(open)
          .containsExactly("my.conf:2: node.n1.host: other machines can reach " + open + waysOut);
    }
    for (String open : List.of("0.0.0.0", "::", "10.0.0.1")) {
      assertThat(problems(ONE_NODE + "raft.bind = " + open))
          .as(open)
          .containsExactly("my.conf:5: raft.bind: other machines can reach " + open + waysOut);
    }
  }

  @Test
  void aRaftPortWithoutTlsMayBeOnLoopback() {
    for (String closed :
        List.of("127.0.0.1", "127.9.9.9", "localhost", "::1", "0:0:0:0:0:0:0:1", "LocalHost")) {
      assertThat(problems(ONE_NODE.replace("127.0.0.1", closed))).as(closed).isEmpty();
      assertThat(problems(ONE_NODE.replace("127.0.0.1", "10.0.0.1") + "raft.bind = " + closed))
          .as(closed)
          .isEmpty();
    }
  }

  @Test
  void anOpenRaftPortNeedsTlsOrTrustInTheNetwork() {
    String open = ONE_NODE + "raft.bind = 0.0.0.0\n";
    String tls = "peer.tls.certificate = a\npeer.tls.key = b\npeer.tls.ca = c\n";
    assertThat(problems(open + tls)).isEmpty();
    assertThat(problems(open + "peer.insecure = true")).isEmpty();
    assertThat(problems(open + "peer.insecure = false")).hasSize(1);
    assertThat(problems(open, Map.of("TENURE_PEER_INSECURE", "true"))).isEmpty();
  }

  @Test
  void yesAndNoAreTrueAndFalse() {
    assertThat(problems(ONE_NODE + "locket.release-missing-is-ok = yes"))
        .containsExactly(
            "my.conf:5: locket.release-missing-is-ok: 'yes' is neither; allowed: true or false");
  }

  @Test
  void aBodyHasRoomForTheDataThatItMayCarry() {
    assertThat(problems(ONE_NODE + "limits.user-data = 1MiB"))
        .containsExactly(
            "my.conf: limits.body: 131072B has no room for limits.user-data and leases.data;"
                + " allowed: at least 1052672B");
    assertThat(problems(ONE_NODE + "limits.user-data = 1MiB\nlimits.body = 2MiB")).isEmpty();
  }

  @Test
  void aRequestCannotWaitForALeaderLongerThanItMayTake() {
    assertThat(problems(ONE_NODE + "leader.wait = 11s"))
        .containsExactly(
            "my.conf:5: leader.wait: 11s is longer than request.timeout; allowed: at most 10s");
  }

  @Test
  void anErrorInTheEnvironmentNamesTheVariable() {
    assertThat(problems(ONE_NODE, Map.of("TENURE_ELECTION_TIMEOUT", "soon")))
        .containsExactly(
            "environment variable TENURE_ELECTION_TIMEOUT: election.timeout: 'soon' is not a whole"
                + " number with a unit (units: us, ms, s, m, h, d); allowed: 100ms to 1m");
  }

  @Test
  void aVariableThatOverridesNothingIsRefused() {
    assertThat(
            problems(
                ONE_NODE,
                Map.of("TENURE_ELECTION_TIMOUT", "1s", "TENURE_NODE_N2_HTTP_PORT", "8082")))
        .containsExactly(
            "environment variable TENURE_ELECTION_TIMOUT: overrides no setting; did you mean"
                + " TENURE_ELECTION_TIMEOUT? nodes are n1; `tenure config list` shows all settings",
            "environment variable TENURE_NODE_N2_HTTP_PORT: overrides no setting; did you mean"
                + " TENURE_NODE_N1_HTTP_PORT? nodes are n1; `tenure config list` shows all"
                + " settings");
  }

  @Test
  void allErrorsAreToldAtOnce() {
    assertThat(
            problems(
                "cluster.nam = x\nelection.timeout = 5\nelection.timeout = 6\nnode.n1.host = a",
                Map.of("TENURE_X", "1")))
        .hasSize(7);
  }

  @Test
  void aFileThatCannotBeReadIsOneClearLine(@TempDir Path directory) throws Exception {
    Path missing = directory.resolve("missing.conf");
    Path latin = directory.resolve("latin.conf");
    Files.write(latin, "cluster.name = k\u00f6ln".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(failure(missing))
        .isEqualTo(missing + ": there is no such file; conf/ has ready-made ones");
    assertThat(failure(latin)).isEqualTo(latin + ": is not UTF-8 text");
    assertThat(failure(directory)).startsWith(directory + ": cannot be read");
  }

  private static String failure(Path file) {
    try {
      ConfigFile.read(file, Map.of());
      return "none";
    } catch (ConfigException refused) {
      return refused.getMessage();
    }
  }
}
