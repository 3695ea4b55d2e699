package io.tenure.config;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Every setting there is. */
public final class SettingTable {
  static final String NODE_PREFIX = "node.<id>.";

  private static final ValueType<Integer> PORT = new IntegerType(1, 65_535);

  static final Setting<String> CLUSTER_NAME =
      Setting.required(
          "cluster.name",
          TextType.CLUSTER_NAME,
          "Name of the cluster. Nodes of another name are strangers.");
  static final Setting<String> CLUSTER_ID =
      Setting.optional(
          "cluster.id",
          TextType.CLUSTER_ID,
          "none",
          "Tells clusters of one name apart, for instance a UUID.");

  static final Setting<String> NODE_HOST =
      Setting.required(
          NODE_PREFIX + "host", TextType.HOST, "Address of the node for its peers and clients.");
  static final Setting<Integer> NODE_RAFT_PORT =
      Setting.required(NODE_PREFIX + "raft-port", PORT, "Port for the other nodes.");
  static final Setting<Integer> NODE_HTTP_PORT =
      Setting.required(NODE_PREFIX + "http-port", PORT, "Port for clients over HTTP.");
  static final Setting<Integer> NODE_GRPC_PORT =
      Setting.optional(
          NODE_PREFIX + "grpc-port",
          PORT,
          "none",
          "Port for Locket clients over gRPC; plain text unless locket.tls is set.");

  static final Setting<Duration> ELECTION_TIMEOUT =
      Setting.of(
          "election.timeout",
          DurationType.between("100ms", "1m"),
          "500ms",
          "Silence of the leader after which the others elect a new one.");
  static final Setting<Duration> ELECTION_JITTER =
      Setting.of(
          "election.jitter",
          DurationType.between("10ms", "1m"),
          "150ms",
          "Random time on top, so that two nodes seldom stand for election at once.");

  static final Setting<Duration> SNAPSHOT_INTERVAL =
      Setting.of(
          "snapshot.interval",
          DurationType.between("1s", "1d"),
          "1m",
          "How often a snapshot is made, if at least 1,000 log entries or a megabyte came since the"
              + " last one.");
  static final Setting<Integer> SNAPSHOT_ENTRIES =
      Setting.of(
          "snapshot.entries",
          new IntegerType(100, 100_000_000),
          "50000",
          "Log entries after which a snapshot is made even earlier.");

  static final Setting<Duration> REQUEST_TIMEOUT =
      Setting.of(
          "request.timeout",
          DurationType.between("100ms", "5m"),
          "10s",
          "Time within which every request is answered, time spent waiting by wish apart.");
  static final Setting<Duration> LEADER_WAIT =
      Setting.of(
          "leader.wait",
          DurationType.between("1ms", "5m"),
          "5s",
          "How long a request waits for a leader; not longer than request.timeout.");
  static final Setting<Integer> INFLIGHT_LIMIT =
      Setting.of(
          "inflight.limit",
          new IntegerType(16, 10_000_000),
          "20000",
          "Writes under way on one node; further ones are refused at once with 503.");

  static final Setting<Integer> WAITING_PER_RESOURCE =
      Setting.of(
          "limits.waiting-per-resource",
          new IntegerType(0, 100_000_000),
          "100000",
          "Claims that may wait for one resource.");
  static final Setting<Integer> LIVE_CLAIMS =
      Setting.of(
          "limits.live-claims",
          new IntegerType(1, 100_000_000),
          "1000000",
          "Active and waiting claims in all.");
  static final Setting<Integer> LEASES_PER_NAMESPACE =
      Setting.of(
          "limits.leases-per-namespace",
          new IntegerType(1, 100_000_000),
          "10000",
          "Leases in one namespace.");
  static final Setting<Integer> USER_DATA =
      Setting.of(
          "limits.user-data",
          SizeType.between("0B", "1MiB"),
          "64KiB",
          "User data that a claim may carry.");
  static final Setting<Integer> NAME =
      Setting.of(
          "limits.name", SizeType.between("16B", "64KiB"), "1KiB", "Name of a resource, in UTF-8.");
  static final Setting<Integer> URI =
      Setting.of(
          "limits.uri",
          SizeType.between("256B", "1MiB"),
          "8KiB",
          "Request target; a longer one gets 414.");
  static final Setting<Integer> HEADERS =
      Setting.of(
          "limits.headers",
          SizeType.between("1KiB", "1MiB"),
          "16KiB",
          "All headers of a request; more get 431.");
  static final Setting<Integer> BODY =
      Setting.of(
          "limits.body",
          SizeType.between("1KiB", "16MiB"),
          "128KiB",
          "Body of a request; a larger one gets 413. Leaves 4KiB around any data.");
  static final Setting<Integer> CONNECTIONS =
      Setting.of(
          "limits.connections",
          new IntegerType(1, 10_000_000),
          "20000",
          "Client connections on one node.");

  static final Setting<Duration> RETENTION_TIME =
      Setting.of(
          "retention.time",
          DurationType.between("1s", "3650d"),
          "1d",
          "How long ended claims are kept, by cluster time.");
  static final Setting<Integer> RETENTION_CLAIMS =
      Setting.of(
          "retention.claims",
          new IntegerType(0, 1_000_000_000),
          "1000000",
          "How many ended claims are kept at most.");
  static final Setting<Duration> IDEMPOTENCY_TIME =
      Setting.of(
          "idempotency.time",
          DurationType.between("10m", "30d"),
          "15m",
          "How long the answer to an Idempotency-Key is remembered, by cluster time.");
  static final Setting<Integer> IDEMPOTENCY_KEYS =
      Setting.of(
          "idempotency.keys",
          new IntegerType(1, 100_000_000),
          "1000000",
          "How many such answers are remembered; beyond, new claims with a key are refused.");

  static final Setting<Duration> PROMOTION_GRACE =
      Setting.of(
          "claims.promotion-grace",
          DurationType.between("0s", "10m"),
          "60s",
          "How long at least a promoted claim waits for an owner who polls; 0s for not at all.");

  static final Setting<Duration> LEASE_LENGTH =
      Setting.of(
          "leases.default-length",
          DurationType.between("1ms", "3650d"),
          "5m",
          "How long a lease lasts if its client does not say.");
  static final Setting<Integer> LEASE_DATA =
      Setting.of(
          "leases.data",
          SizeType.between("0B", "1MiB"),
          "4KiB",
          "Data that a client may keep with a lease; more gets 413.");

  static final Setting<String> HTTP_BIND =
      Setting.optional(
          "http.bind", TextType.BIND_ADDRESS, "the node's host", "Address to listen on for HTTP.");
  static final Setting<String> HTTP_PUBLIC_URL =
      Setting.optional(
          "http.public-url",
          TextType.URL,
          "what each request says",
          "How clients reach the nodes through a proxy, for the addresses in answers.");
  static final Setting<String> RAFT_BIND =
      Setting.optional(
          "raft.bind",
          TextType.BIND_ADDRESS,
          "the node's host",
          "Address to listen on for the other nodes.");
  static final Setting<String> PEER_CERTIFICATE =
      Setting.optional(
          "peer.tls.certificate",
          TextType.NODE_FILE,
          "plain text",
          "Certificate chain of a node, in PEM, for the other nodes. Needs the other two.");
  static final Setting<String> PEER_KEY =
      Setting.optional(
          "peer.tls.key",
          TextType.NODE_FILE,
          "plain text",
          "Private key of a node, in PEM, which only its owner may read. Needs the other two.");
  static final Setting<String> PEER_CA =
      Setting.optional(
          "peer.tls.ca",
          TextType.NODE_FILE,
          "plain text",
          "Who must have signed the certificates of the nodes, in PEM. Needs the other two.");
  static final Setting<Boolean> PEER_INSECURE =
      Setting.of(
          "peer.insecure",
          new BooleanType(),
          "false",
          "Whether the Raft port may be open without TLS: whoever reaches it can do everything.");

  static final Setting<String> TLS_CERTIFICATE =
      Setting.optional(
          "http.tls.certificate",
          TextType.FILE,
          "plain HTTP",
          "Certificate chain in PEM. Needs http.tls.key.");
  static final Setting<String> TLS_KEY =
      Setting.optional(
          "http.tls.key",
          TextType.FILE,
          "plain HTTP",
          "Private key in PEM. Needs http.tls.certificate.");

  static final Setting<String> LOCKET_CERTIFICATE =
      Setting.optional(
          "locket.tls.certificate",
          TextType.FILE,
          "plain text",
          "Certificate chain in PEM. Needs locket.tls.key and locket.tls.client-ca.");
  static final Setting<String> LOCKET_KEY =
      Setting.optional(
          "locket.tls.key",
          TextType.FILE,
          "plain text",
          "Private key in PEM. Needs locket.tls.certificate and locket.tls.client-ca.");
  static final Setting<String> LOCKET_CLIENT_CA =
      Setting.optional(
          "locket.tls.client-ca",
          TextType.FILE,
          "plain text",
          "Who must have signed a client's certificate, in PEM. Needs the other two.");
  static final Setting<Boolean> LOCKET_RELEASE_MISSING =
      Setting.of(
          "locket.release-missing-is-ok",
          new BooleanType(),
          "false",
          "Whether Release of what is not held succeeds, as newer servers do, or is NOT_FOUND.");

  private static final List<Setting<?>> OTHERS =
      List.of(
          CLUSTER_NAME,
          CLUSTER_ID,
          NODE_HOST,
          NODE_RAFT_PORT,
          NODE_HTTP_PORT,
          NODE_GRPC_PORT,
          ELECTION_TIMEOUT,
          ELECTION_JITTER,
          SNAPSHOT_INTERVAL,
          SNAPSHOT_ENTRIES,
          REQUEST_TIMEOUT,
          LEADER_WAIT,
          INFLIGHT_LIMIT,
          WAITING_PER_RESOURCE,
          LIVE_CLAIMS,
          LEASES_PER_NAMESPACE,
          USER_DATA,
          NAME,
          URI,
          HEADERS,
          BODY,
          CONNECTIONS,
          RETENTION_TIME,
          RETENTION_CLAIMS,
          IDEMPOTENCY_TIME,
          IDEMPOTENCY_KEYS,
          PROMOTION_GRACE,
          LEASE_LENGTH,
          LEASE_DATA,
          HTTP_BIND,
          HTTP_PUBLIC_URL,
          RAFT_BIND,
          PEER_CERTIFICATE,
          PEER_KEY,
          PEER_CA,
          PEER_INSECURE,
          TLS_CERTIFICATE,
          TLS_KEY,
          LOCKET_CERTIFICATE,
          LOCKET_KEY,
          LOCKET_CLIENT_CA,
          LOCKET_RELEASE_MISSING);

  private static final List<Setting<?>> ALL =
      Stream.concat(OTHERS.stream(), AuthSettings.ALL.stream()).toList();

  private SettingTable() {}

  /** All settings, in the order in which they are documented. */
  public static List<Setting<?>> all() {
    return ALL;
  }
}
