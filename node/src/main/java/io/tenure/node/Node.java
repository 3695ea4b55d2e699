package io.tenure.node;

import io.tenure.config.ClusterConfig;
import io.tenure.config.LeaseDefaults;
import io.tenure.config.Limits;
import io.tenure.config.NodeConfig;
import io.tenure.config.Retention;
import io.tenure.config.Timing;
import io.tenure.gateway.BrowserGuard;
import io.tenure.gateway.Dialect;
import io.tenure.gateway.Gateway;
import io.tenure.gateway.admin.AdminDialect;
import io.tenure.gateway.claims.ClaimsDialect;
import io.tenure.gateway.claims.ClaimsLimits;
import io.tenure.gateway.events.EventsDialect;
import io.tenure.gateway.events.EventsOptions;
import io.tenure.gateway.leases.FileRotation;
import io.tenure.gateway.leases.LeaseHolders;
import io.tenure.gateway.leases.LeasesDialect;
import io.tenure.gateway.leases.LeasesOptions;
import io.tenure.gateway.locket.LocketHolders;
import io.tenure.gateway.locket.LocketOptions;
import io.tenure.gateway.locket.LocketPorts;
import io.tenure.gateway.locket.LocketServer;
import io.tenure.gateway.locks.LockHolders;
import io.tenure.gateway.locks.LocksDialect;
import io.tenure.gateway.netty.HttpLimits;
import io.tenure.gateway.netty.HttpServer;
import io.tenure.gateway.netty.HttpServerOptions;
import io.tenure.gateway.openapi.OpenApiDialect;
import io.tenure.gateway.renewals.RenewalsDialect;
import io.tenure.gateway.resources.ResourcesDialect;
import io.tenure.jraft.MemberLog;
import io.tenure.jraft.RaftGauges;
import io.tenure.jraft.RaftMember;
import io.tenure.jraft.RaftSettings;
import io.tenure.jraft.RefusedToStartException;
import io.tenure.kernel.Holder.Kind;
import io.tenure.kernel.NewerLevelException;
import io.tenure.kernel.Settings;
import io.tenure.node.backup.OnlineBackups;
import io.tenure.node.metrics.LocketCensus;
import io.tenure.node.metrics.NodeCounter;
import io.tenure.node.metrics.NodeGauge;
import io.tenure.node.metrics.NodeMetrics;
import io.tenure.service.Leases;
import io.tenure.store.StoreException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One member of the cluster. Its constructor is the wiring diagram of the process; {@link #start}
 * and {@link #close} are the order in which things begin and end.
 */
final class Node implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Node.class);
  private static final Duration STOP_GRACE = Duration.ofSeconds(5);

  private final LocketCensus census = new LocketCensus();
  private final Credentials credentials;
  private final RaftMember member;
  private final NodeMetrics metrics;
  private final EventsDialect events;
  private final Gateway gateway;
  private final HttpServerOptions serverOptions;
  private final Optional<LocketOptions> locketOptions;
  private final LocketPorts locketPorts;
  private final Leases leases;
  private @Nullable HttpServer server;
  private @Nullable LocketServer locket;
  private volatile boolean listening;

  Node(NodeOptions options) {
    refuseWithoutLog(options);
    credentials = new Credentials(options.cluster(), options.data());
    RaftSettings raft = raftSettings(options);
    metrics = new NodeMetrics(options.version());
    member = openMember(raft, options.version());
    member.onLogAppend(metrics.logAppends());
    leases = metrics.measured(member.leases());
    Limits limits = options.cluster().limits();
    events = new EventsDialect(member.events(), EventsOptions.DEFAULT);
    List<Dialect> dialects =
        new ArrayList<>(
            List.of(
                new ClaimsDialect(leases, claimsLimits(limits)),
                new LocksDialect(leases, limits.bodyBytes()),
                leasesDialect(options),
                new ResourcesDialect(
                    leases, List.of(new LeaseHolders(), new LockHolders(), new LocketHolders())),
                new RenewalsDialect(leases, limits.bodyBytes()),
                events,
                new AdminDialect(
                    this::notReadyBecause,
                    metrics::scrape,
                    new ClusterQuery(raft, member),
                    new OperatorsChoice(raft, member),
                    backups(options))));
    dialects.add(new OpenApiDialect(List.copyOf(dialects), options.version()));
    gateway = new Gateway(dialects, credentials.admission(leases), metrics.calls());
    serverOptions = serverOptions(options.cluster(), options.self());
    locketOptions = locketOptions(options.cluster(), options.self());
    locketPorts =
        new LocketPorts(leases, metrics.locketCalls(), credentials.guard(leases), this::isReady);
    registerGauges(member.gauges());
    registerGauges(new FileSystemRoom(options.data()));
    registerCertificates(options);
  }

  private OnlineBackups backups(NodeOptions options) {
    return new OnlineBackups(
        new OnlineBackups.Source(
            options.identity(), options.version(), options.data(), member::saveTo),
        leases);
  }

  /** Returns when the node listens for clients; it may not have found a leader yet. */
  void start() {
    startMember();
    try {
      server = HttpServer.start(serverOptions, gateway);
      if (locketOptions.isPresent()) {
        locket = LocketServer.start(locketOptions.get(), locketPorts);
      }
      listening = true;
    } catch (IOException failure) {
      throw new StartupException(
          ExitCode.PORT_BUSY, "cannot serve clients: " + failure.getMessage());
    }
  }

  private void startMember() {
    try {
      member.start();
    } catch (RefusedToStartException refused) {
      member.close();
      throw new StartupException(ExitCode.IDENTITY, String.valueOf(refused.getMessage()));
    }
  }

  /** Whether it listens on all its ports and knows a leader, so that it can serve. */
  boolean isReady() {
    return notReadyBecause().isEmpty();
  }

  private Optional<String> notReadyBecause() {
    return listening
        ? member.notReadyBecause()
        : Optional.of("the node does not listen on all its ports yet");
  }

  boolean leads() {
    return member.gauges().leads();
  }

  /** Of the state that this node has applied. */
  int level() {
    return member.gauges().level();
  }

  /** Looks at files at once that may have been replaced, as it does by itself every few seconds. */
  void reload() {
    log.info("SIGHUP: looks whether certificates were replaced");
    member.reload();
  }

  /** Hands leadership over, finishes what is under way, and stops. */
  @Override
  public void close() {
    member.handOver();
    if (server != null) {
      server.close();
    }
    if (locket != null) {
      locket.close();
    }
    events.close();
    member.close();
    metrics.close();
    credentials.close();
  }

  /** An identity without a log is a node that has lost its votes; see {@link DataDirectory}. */
  private static void refuseWithoutLog(NodeOptions options) {
    if (!MemberLog.existsIn(options.data())) {
      throw new StartupException(
          ExitCode.IDENTITY,
          options.data()
              + " has no Raft log, though this node was a member before: it has forgotten its"
              + " votes, and must not take part again. Bring its data back, or leave it out: the"
              + " others go on without it");
    }
  }

  private RaftMember openMember(RaftSettings settings, String version) {
    try {
      return new RaftMember(
          settings, version, ProcessHalt::halt, List.of(census, metrics.claims()));
    } catch (StoreException corrupt) {
      throw new StartupException(
          ExitCode.FAIL_STOP,
          "the state in " + settings.directory() + " cannot be used: " + corrupt.getMessage());
    } catch (NewerLevelException newer) {
      throw new StartupException(
          ExitCode.IDENTITY,
          "the state in " + settings.directory() + " cannot be used: " + newer.getMessage());
    }
  }

  private static RaftSettings raftSettings(NodeOptions options) {
    ClusterConfig cluster = options.cluster();
    Timing timing = cluster.timing();
    return new RaftSettings(
        cluster.groupId(),
        asMember(cluster, options.self()),
        cluster.nodes().stream().map(node -> asMember(cluster, node)).toList(),
        options.link(),
        options.data(),
        new RaftSettings.Times(
            timing.electionTimeout(),
            timing.electionJitter(),
            timing.leaderWait(),
            timing.requestTimeout(),
            cluster.snapshots().interval(),
            cluster.snapshots().entries()),
        cluster.limits().inFlight(),
        kernelSettings(cluster),
        options.identity(),
        options.levels());
  }

  private static RaftSettings.Member asMember(ClusterConfig cluster, NodeConfig node) {
    return new RaftSettings.Member(node.id(), node.raftAddress(), cluster.httpUrl(node));
  }

  private static Settings kernelSettings(ClusterConfig cluster) {
    Limits limits = cluster.limits();
    Retention retention = cluster.retention();
    return new Settings(
        limits.waitingPerResource(),
        limits.liveClaims(),
        limits.leasesPerNamespace(),
        micros(retention.time()),
        retention.claims(),
        micros(retention.answerTime()),
        retention.answers(),
        micros(cluster.promotionGrace()));
  }

  private LeasesDialect leasesDialect(NodeOptions options) {
    Limits limits = options.cluster().limits();
    LeaseDefaults defaults = options.cluster().leases();
    LeasesOptions wanted =
        new LeasesOptions(
            defaults.length(), defaults.dataBytes(), limits.nameBytes(), limits.bodyBytes());
    return new LeasesDialect(leases, wanted, new FileRotation(options.data()));
  }

  private static ClaimsLimits claimsLimits(Limits limits) {
    return new ClaimsLimits(limits.nameBytes(), limits.userDataBytes(), limits.bodyBytes());
  }

  private static HttpServerOptions serverOptions(ClusterConfig cluster, NodeConfig self) {
    Limits limits = cluster.limits();
    HttpLimits http =
        HttpLimits.DEFAULT
            .withSizes(limits.uriBytes(), limits.headerBytes())
            .withConnections(limits.connections())
            .withAnswerTimeout(cluster.timing().requestTimeout());
    HttpServerOptions options =
        HttpServerOptions.plain(self.httpBind(), self.httpPort())
            .withLimits(http)
            .withStopGrace(STOP_GRACE)
            .withGuard(guard(cluster));
    HttpServerOptions named = cluster.publicUrl().map(options::withPublicUrl).orElse(options);
    return cluster
        .httpTls()
        .map(
            tls ->
                named.withTls(
                    new HttpServerOptions.Tls(
                        tls.certificate(), tls.key(), tls.clientCa().orElse(null))))
        .orElse(named);
  }

  private static BrowserGuard guard(ClusterConfig cluster) {
    Set<String> hosts = new HashSet<>(cluster.auth().hosts());
    cluster.nodes().forEach(node -> hosts.addAll(List.of(node.host(), node.httpBind())));
    cluster.publicUrl().map(url -> URI.create(url).getHost()).ifPresent(hosts::add);
    return new BrowserGuard(hosts);
  }

  private static Optional<LocketOptions> locketOptions(ClusterConfig cluster, NodeConfig self) {
    if (self.grpcPort().isEmpty()) {
      return Optional.empty();
    }
    LocketOptions options =
        LocketOptions.plain(self.httpBind(), self.grpcPort().getAsInt())
            .withReleaseMissingIsOk(cluster.locket().releaseMissingIsOk())
            .withStopGrace(STOP_GRACE);
    return Optional.of(
        cluster
            .locket()
            .tls()
            .map(
                tls ->
                    options.withTls(
                        new LocketOptions.Tls(tls.certificate(), tls.key(), tls.clientCa())))
            .orElse(options));
  }

  private void registerGauges(RaftGauges raft) {
    metrics.gauge(NodeGauge.LEADS, () -> raft.leads() ? 1 : 0);
    metrics.gauge(NodeGauge.HAS_LEADER, () -> raft.knowsLeader() ? 1 : 0);
    metrics.counter(NodeCounter.LEADER_CHANGES, raft::leaderChanges);
    metrics.gauge(NodeGauge.TERM, raft::term);
    metrics.gauge(NodeGauge.APPLIED_INDEX, raft::appliedIndex);
    metrics.gauge(NodeGauge.COMMITTED_INDEX, raft::committedIndex);
    metrics.gauge(NodeGauge.APPLY_LAG, () -> raft.committedIndex() - raft.appliedIndex());
    metrics.gauge(NodeGauge.SNAPSHOT_TAKEN, raft::snapshotTaken);
    metrics.gauge(NodeGauge.SNAPSHOT_BYTES, raft::snapshotBytes);
    metrics.gauge(NodeGauge.DIFFERING_MEMBERS, raft::differingMembers);
    metrics.gauge(NodeGauge.LEVEL, raft::level);
    metrics.gauge(NodeGauge.LIVE_CLAIMS, raft::liveClaims);
    metrics.gauge(NodeGauge.ACTIVE_CLAIMS, raft::activeClaims);
    metrics.gauge(NodeGauge.ENDED_CLAIMS, raft::endedClaims);
    metrics.gauge(NodeGauge.REMEMBERED_ANSWERS, raft::rememberedAnswers);
    metrics.gauge(NodeGauge.REMEMBERED_ANSWERS_LIMIT, raft::rememberedAnswersLimit);
    metrics.gauge(NodeGauge.IN_FLIGHT, raft::requestsUnderWay);
    metrics.gauge(NodeGauge.LISTS, raft::listsUnderWay);
    metrics.gauge(NodeGauge.WAITERS, raft::waiters);
    metrics.gauge(NodeGauge.EVENT_STREAMS, events::streams);
    metrics.counter(NodeCounter.EVENT_STREAMS_LAGGED, events::lagged);
    metrics.gauge(NodeGauge.LOCKET_LOCKS, () -> census.held(Kind.LOCK));
    metrics.gauge(NodeGauge.LOCKET_PRESENCES, () -> census.held(Kind.PRESENCE));
    metrics.counter(NodeCounter.LOCKET_LOCKS_EXPIRED, () -> census.expired(Kind.LOCK));
    metrics.counter(NodeCounter.LOCKET_PRESENCES_EXPIRED, () -> census.expired(Kind.PRESENCE));
    metrics.gauge(NodeGauge.CONNECTIONS, () -> server == null ? 0 : server.connections());
  }

  private void registerGauges(FileSystemRoom disk) {
    metrics.gauge(NodeGauge.DISK_FREE, disk::freeBytes);
    metrics.gauge(NodeGauge.DISK_SIZE, disk::sizeBytes);
  }

  private void registerCertificates(NodeOptions options) {
    ClusterConfig cluster = options.cluster();
    options
        .link()
        .tls()
        .ifPresent(tls -> metrics.certificate("peer", () -> tls.notAfter().getEpochSecond()));
    cluster.httpTls().ifPresent(tls -> registerCertificate("http", tls.certificate()));
    cluster.locket().tls().ifPresent(tls -> registerCertificate("locket", tls.certificate()));
  }

  private void registerCertificate(String port, Path file) {
    metrics.certificate(port, new CertificateFile(file)::expiry);
  }

  private static long micros(Duration duration) {
    return TimeUnit.NANOSECONDS.toMicros(duration.toNanos());
  }
}
