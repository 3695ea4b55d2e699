package io.tenure.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Makes the records from a text, and checks what one value alone cannot show. */
final class ConfigBuilder {
  private static final int MAX_NODES = 9;

  /** What a body has besides the data: names, punctuation, white space. */
  private static final int AROUND_DATA_BYTES = 4 * 1024;

  private final String file;
  private final Path directory;
  private final Problems problems = new Problems();

  /** Paths in the text are relative to the directory. */
  ConfigBuilder(String file, Path directory) {
    this.file = file;
    this.directory = directory;
  }

  ClusterConfig build(String text, Map<String, String> environment) throws ConfigException {
    Map<String, Given> entries = ConfigText.parse(file, text, problems);
    Keys keys = new Keys(entries.values(), problems);
    keys.report(entries.values(), problems);
    Environment.override(environment, keys, entries, problems);
    ClusterConfig config = cluster(new Values(file, entries, problems), keys.nodes());
    problems.throwIfAny();
    return config;
  }

  /** If there are problems, the result is not complete and must not be used. */
  private ClusterConfig cluster(Values values, Set<String> nodeIds) {
    String name = values.find(SettingTable.CLUSTER_NAME).orElse("");
    Optional<String> id = values.find(SettingTable.CLUSTER_ID);
    List<NodeConfig> nodes = nodes(values, nodeIds);
    LeaseDefaults leases = leases(values);
    NamedFiles files = new NamedFiles(values, directory, problems);
    PeerSecurity peers =
        new PeerSecurity(files.peerTls(), values.value(SettingTable.PEER_INSECURE));
    new PeerPorts(values, problems).check(nodes, peers);
    return new ClusterConfig(
        name,
        id,
        nodes,
        peers,
        timing(values),
        new SnapshotSettings(
            values.value(SettingTable.SNAPSHOT_INTERVAL),
            values.value(SettingTable.SNAPSHOT_ENTRIES)),
        limits(values, leases.dataBytes()),
        new Retention(
            values.value(SettingTable.RETENTION_TIME),
            values.value(SettingTable.RETENTION_CLAIMS),
            values.value(SettingTable.IDEMPOTENCY_TIME),
            values.value(SettingTable.IDEMPOTENCY_KEYS)),
        values.value(SettingTable.PROMOTION_GRACE),
        files.httpTls(),
        values.find(SettingTable.HTTP_PUBLIC_URL),
        leases,
        new Locket(files.locketTls(), values.value(SettingTable.LOCKET_RELEASE_MISSING)),
        new AuthReader(values, directory, problems).read());
  }

  private List<NodeConfig> nodes(Values values, Set<String> nodeIds) {
    Optional<String> httpBind = values.find(SettingTable.HTTP_BIND);
    Optional<String> raftBind = values.find(SettingTable.RAFT_BIND);
    List<NodeConfig> nodes = new ArrayList<>();
    for (String id : nodeIds) {
      node(values, id, httpBind, raftBind).ifPresent(nodes::add);
    }
    if (nodeIds.isEmpty() || nodeIds.size() > MAX_NODES) {
      problems.add(
          Origin.file(file),
          "node.<id>.host: names "
              + nodeIds.size()
              + " nodes; allowed: 1 to "
              + MAX_NODES
              + " nodes, each with host, raft-port and http-port");
    }
    refuseSharedPorts(nodes, values);
    return nodes;
  }

  private Optional<NodeConfig> node(
      Values values, String id, Optional<String> httpBind, Optional<String> raftBind) {
    Optional<String> host = ofNode(values, SettingTable.NODE_HOST, id);
    Optional<Integer> raftPort = ofNode(values, SettingTable.NODE_RAFT_PORT, id);
    Optional<Integer> httpPort = ofNode(values, SettingTable.NODE_HTTP_PORT, id);
    Optional<Integer> grpcPort = ofNode(values, SettingTable.NODE_GRPC_PORT, id);
    if (host.isEmpty() || raftPort.isEmpty() || httpPort.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new NodeConfig(
            id,
            host.get(),
            raftPort.get(),
            httpPort.get(),
            grpcPort.map(OptionalInt::of).orElse(OptionalInt.empty()),
            raftBind.orElse(host.get()),
            httpBind.orElse(host.get())));
  }

  private static <T> Optional<T> ofNode(Values values, Setting<T> setting, String id) {
    return values.find(setting, Keys.ofNode(setting, id));
  }

  private void refuseSharedPorts(List<NodeConfig> nodes, Values values) {
    Map<String, String> takenBy = new HashMap<>();
    for (NodeConfig node : nodes) {
      Map<Setting<Integer>, Integer> ports = new HashMap<>();
      ports.put(SettingTable.NODE_RAFT_PORT, node.raftPort());
      ports.put(SettingTable.NODE_HTTP_PORT, node.httpPort());
      node.grpcPort().ifPresent(port -> ports.put(SettingTable.NODE_GRPC_PORT, port));
      for (Setting<?> setting : SettingTable.all()) {
        Integer port = ports.get(setting);
        if (port != null) {
          String key = Keys.ofNode(setting, node.id());
          String address = node.host().toLowerCase(Locale.ROOT) + " port " + port;
          String other = takenBy.putIfAbsent(address, key);
          if (other != null) {
            problems.add(
                values.origin(key),
                key + ": " + address + " is also " + other + "; allowed: a port of its own");
          }
        }
      }
    }
  }

  private Timing timing(Values values) {
    Timing timing =
        new Timing(
            values.value(SettingTable.ELECTION_TIMEOUT),
            values.value(SettingTable.ELECTION_JITTER),
            values.value(SettingTable.REQUEST_TIMEOUT),
            values.value(SettingTable.LEADER_WAIT));
    if (timing.leaderWait().compareTo(timing.requestTimeout()) > 0) {
      problems.add(
          values.origin(SettingTable.LEADER_WAIT.key()),
          "leader.wait: "
              + DurationType.print(timing.leaderWait())
              + " is longer than request.timeout; allowed: at most "
              + DurationType.print(timing.requestTimeout()));
    }
    return timing;
  }

  private static LeaseDefaults leases(Values values) {
    return new LeaseDefaults(
        values.value(SettingTable.LEASE_LENGTH), values.value(SettingTable.LEASE_DATA));
  }

  private Limits limits(Values values, int leaseDataBytes) {
    int userData = values.value(SettingTable.USER_DATA);
    int data = Math.max(userData, leaseDataBytes);
    int body = values.value(SettingTable.BODY);
    if (body < data + AROUND_DATA_BYTES) {
      problems.add(
          values.origin(SettingTable.BODY.key()),
          "limits.body: "
              + body
              + "B has no room for limits.user-data and leases.data; allowed: at least "
              + (data + AROUND_DATA_BYTES)
              + "B");
    }
    return new Limits(
        values.value(SettingTable.WAITING_PER_RESOURCE),
        values.value(SettingTable.LIVE_CLAIMS),
        values.value(SettingTable.LEASES_PER_NAMESPACE),
        userData,
        values.value(SettingTable.NAME),
        values.value(SettingTable.URI),
        values.value(SettingTable.HEADERS),
        body,
        values.value(SettingTable.CONNECTIONS),
        values.value(SettingTable.INFLIGHT_LIMIT));
  }
}
