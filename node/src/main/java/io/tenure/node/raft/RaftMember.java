package io.tenure.node.raft;

import com.alipay.sofa.jraft.Node;
import com.alipay.sofa.jraft.RaftGroupService;
import com.alipay.sofa.jraft.entity.LeaderChangeContext;
import com.alipay.sofa.jraft.entity.PeerId;
import com.alipay.sofa.jraft.option.NodeOptions;
import com.alipay.sofa.jraft.rpc.RaftRpcServerFactory;
import com.alipay.sofa.jraft.rpc.RpcServer;
import com.alipay.sofa.jraft.rpc.impl.BoltRpcServer;
import io.tenure.gateway.Caller;
import io.tenure.gateway.EventFeed;
import io.tenure.gateway.Leases;
import io.tenure.kernel.Command;
import io.tenure.kernel.Request;
import io.tenure.store.LeaseStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This node's part in the Raft group. Its constructor is the wiring diagram of this package; {@link
 * #start} and {@link #close} are the order in which things begin and end.
 */
public final class RaftMember implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(RaftMember.class);
  private static final int WORKERS = 4;
  private static final int RPC_THREADS = 8;

  private final RaftSettings settings;
  private final PeerId self;
  private final String version;
  private final ScheduledThreadPoolExecutor timer = Threads.timer("tenure-timer");
  private final ExecutorService workers = Threads.pool("tenure-worker", WORKERS);
  private final ExecutorService rpcThreads = Threads.pool("tenure-rpc", RPC_THREADS);
  private final Leadership leadership = new Leadership();
  private final Watchers watchers = new Watchers();
  private final ClusterClock clock;
  private final Admission admission;
  private final Replica replica;
  private final PauseGuard pauses;
  private final Proposer proposer;
  private final Ticker ticker;
  private final ReadGate reads;
  private final Peers peers;
  private final Forwarder forwarder;
  private final HandOver handOver;
  private final RaftLeases leases;
  private final SnapshotTrigger snapshotTrigger;
  private final RaftGroupService group;

  public RaftMember(RaftSettings settings, String version, FailStop failStop) {
    this(settings, version, failStop, Clocks.SYSTEM);
  }

  RaftMember(RaftSettings settings, String version, FailStop failStop, Clocks clocks) {
    this.settings = settings;
    this.self = RaftTuning.peer(settings.self());
    this.version = version;
    PeerMessage.register();
    replica =
        new Replica(LeaseStore.open(settings.directory().resolve("state")), watchers, leadership);
    clock = new ClusterClock(clocks.nanoTime(), Replica.CAP_MICROS);
    pauses = new PauseGuard(clocks.nanoTime(), clock, replica);
    proposer = new Proposer(leadership, replica, clock, pauses, clocks.wallMicros(), failStop);
    ticker = new Ticker(leadership, replica, clock, pauses, proposer, failStop);
    long patience = settings.times().leaderWait().toNanos();
    reads = new ReadGate(replica, timer, patience);
    leadership.onChange(reads::leaderChanged);
    snapshotTrigger =
        new SnapshotTrigger(settings.times().snapshotEntries(), replica.applied().index(), workers);
    LeaseStateMachine stateMachine =
        new LeaseStateMachine(
            replica, new Snapshots(replica, workers), new LeaderChanges(), failStop);
    NodeOptions options = RaftTuning.nodeOptions(settings, stateMachine);
    peers = new Peers(options);
    new LeaderLoss(settings, leadership, peers, timer, workers);
    long timeoutMillis = settings.times().requestTimeout().toMillis();
    forwarder = new Forwarder(leadership, peers, proposer, patience, timeoutMillis, failStop);
    handOver = new HandOver(this::raftNode, leadership, proposer, peers, workers);
    admission = new Admission(settings.inFlightLimit());
    leases =
        new RaftLeases(
            new RaftLeases.Parts(leadership, proposer, forwarder, reads, replica),
            new Waits(reads, replica, watchers, timer),
            admission,
            workers);
    group = new RaftGroupService(settings.group(), self, options, rpcServer(timeoutMillis));
  }

  /** Binds to our own address only; JRaft's factory would listen on all of them. */
  private RpcServer rpcServer(long timeoutMillis) {
    RpcServer server =
        new BoltRpcServer(
            new com.alipay.remoting.rpc.RpcServer(settings.bind(), self.getPort(), true));
    RaftRpcServerFactory.addRaftRequestProcessors(server, rpcThreads, rpcThreads, rpcThreads);
    server.registerProcessor(
        new PeerService(
            proposer,
            new Completion(replica.archive()),
            this::status,
            handOver,
            TimeUnit.MILLISECONDS.toNanos(timeoutMillis)));
    return server;
  }

  /** Whether a member has ever started in this directory. */
  public static boolean hasLog(Path directory) {
    return Files.isDirectory(RaftTuning.logDirectory(directory));
  }

  public void start() {
    Node node = group.start();
    pauses.start(node);
    reads.start(node);
    snapshotTrigger.start(node);
    proposer.start(node);
    forwarder.start();
    ticker.start();
    LOG.info(
        "{} takes part in {} with {} members, state at entry {}",
        settings.self().id(),
        settings.group(),
        settings.members().size(),
        replica.applied().index());
  }

  public Leases leases() {
    return leases;
  }

  /** What happened of late, as this member learned it. */
  public EventFeed events() {
    return replica.recent();
  }

  /** Why this node cannot serve now; nothing if it can. */
  public Optional<String> notReadyBecause() {
    return leadership.standing().leader().isPresent()
        ? Optional.empty()
        : Optional.of("no leader is known");
  }

  public MemberStatus status() {
    Leadership.Standing standing = leadership.standing();
    Applied applied = replica.applied();
    return new MemberStatus(
        version,
        standing.leader().map(PeerId::toString).orElse(""),
        standing.mine(),
        standing.term(),
        applied.index(),
        committedIndex(),
        applied.now().micros(),
        applied.digest(),
        replica.digests());
  }

  private long committedIndex() {
    Node node = raftNode();
    return node == null ? 0 : node.getLastCommittedIndex();
  }

  /** Asks another member, or this one, how it sees itself. */
  public CompletableFuture<MemberStatus> statusOf(RaftSettings.Member member, long millis) {
    if (member.equals(settings.self())) {
      return CompletableFuture.completedFuture(status());
    }
    PeerMessage question = new PeerMessage(PeerMessage.Kind.STATUS, new byte[0]);
    return CompletableFuture.supplyAsync(
            () -> peers.call(RaftTuning.peer(member), question, millis), workers)
        .thenCompose(answer -> answer)
        .thenApply(MemberStatus::decode);
  }

  /** What this member is doing, in numbers. */
  public RaftGauges gauges() {
    return new RaftGauges(leadership, replica, admission, watchers);
  }

  /** Ends this member's part; the others elect a new leader if it was theirs. */
  @Override
  public void close() {
    handOver();
    ticker.close();
    forwarder.close();
    proposer.close();
    group.shutdown();
    awaitEnd();
    peers.close();
    timer.shutdownNow();
    workers.shutdown();
    rpcThreads.shutdown();
    replica.close();
  }

  /** Hands leadership over, so that the others need not find out by waiting that it is gone. */
  public void handOver() {
    handOver.toAnybody();
  }

  /** Moves leadership to a member; tells whether it leads in the end. */
  public CompletableFuture<Boolean> handOverTo(RaftSettings.Member member) {
    return handOver.to(RaftTuning.peer(member));
  }

  private Node raftNode() {
    return group.getRaftNode();
  }

  private void awaitEnd() {
    try {
      group.join();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private final class LeaderChanges implements LeaseStateMachine.LeadershipListener {

    /** All older entries are applied by now, so the clock starts from the right time. */
    @Override
    public void leads(long term) {
      clock.anchor(replica.applied().now());
      leadership.lead(term, self);
      LOG.info("{} leads in term {}", settings.self().id(), term);
      if (!replica.settings().equals(settings.kernel())) {
        Caller nobody = new Caller(workers, System.nanoTime() + TimeUnit.SECONDS.toNanos(10));
        leases.submit(Request.of(new Command.Configure(settings.kernel())), nobody);
      }
    }

    @Override
    public void leadsNoMore() {
      leadership.loseLeader();
    }

    @Override
    public void follows(LeaderChangeContext leader) {
      leadership.follow(leader.getTerm(), leader.getLeaderId());
      LOG.info("follows {} in term {}", leader.getLeaderId(), leader.getTerm());
    }

    @Override
    public void hasApplied(long bytes, boolean asLeader) {
      Applied applied = replica.applied();
      ticker.hasApplied(applied.nextExpiry());
      snapshotTrigger.hasApplied(applied.index(), bytes);
      if (asLeader && settings.members().size() > 1 && proposer.isIdle()) {
        reads.spreadCommit();
      }
    }
  }
}
