package io.tenure.node.raft;

import com.alipay.sofa.jraft.Node;
import com.alipay.sofa.jraft.RaftGroupService;
import com.alipay.sofa.jraft.entity.LeaderChangeContext;
import com.alipay.sofa.jraft.entity.PeerId;
import com.alipay.sofa.jraft.option.NodeOptions;
import com.alipay.sofa.jraft.rpc.RaftRpcServerFactory;
import com.alipay.sofa.jraft.rpc.RpcServer;
import io.tenure.kernel.Level;
import io.tenure.service.EventFeed;
import io.tenure.service.LeaderChange;
import io.tenure.service.Leases;
import io.tenure.store.LeaseStore;
import java.io.IOException;
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
  private static final long DUTIES_MILLIS = 1_000;
  private static final long STATUS_MILLIS = 1_000;

  private final RaftSettings settings;
  private final PeerId self;
  private final String version;
  private final ScheduledThreadPoolExecutor timer = Threads.timer("tenure-timer");
  private final ExecutorService workers = Threads.pool("tenure-worker", WORKERS);
  private final ExecutorService rpcThreads = Threads.pool("tenure-rpc", RPC_THREADS);
  private final Listings listings = new Listings();
  private final Leadership leadership = new Leadership();
  private final Watchers watchers = new Watchers();
  private final Admission admission;
  private final Replica replica;
  private final Stamps stamps;
  private final Proposer proposer;
  private final Ticker ticker;
  private final ReadGate reads;
  private final Peers peers;
  private final Forwarder forwarder;
  private final HandOver handOver;
  private final RaftLeases leases;
  private final LeaderDuties duties;
  private final SnapshotTrigger snapshotTrigger;
  private final CheckedLog log;
  private final StrangerWatch strangers;
  private final CommitIndex commitIndex;
  private final DigestWatch digestWatch;
  private final RaftGroupService group;

  public RaftMember(RaftSettings settings, String version, FailStop failStop) {
    this(settings, version, failStop, Clocks.SYSTEM);
  }

  RaftMember(RaftSettings settings, String version, FailStop failStop, Clocks clocks) {
    JraftPools.prepare(settings.identity().raftGroup());
    this.settings = settings;
    this.self = RaftTuning.peer(settings.self());
    this.version = version;
    PeerMessage.register();
    replica =
        new Replica(
            LeaseStore.open(settings.directory().resolve("state")), watchers, leadership, failStop);
    stamps = new Stamps(clocks.nanoTime(), replica);
    proposer = new Proposer(leadership, stamps, clocks.wallMicros(), failStop);
    ticker = new Ticker(leadership, replica, stamps, proposer, failStop);
    long patience = settings.times().leaderWait().toNanos();
    reads = new ReadGate(replica, timer, patience);
    leadership.onChange(reads::leaderChanged);
    snapshotTrigger =
        new SnapshotTrigger(settings.times().snapshotEntries(), replica.applied().index(), workers);
    commitIndex = new CommitIndex(replica, timer, workers);
    digestWatch = new DigestWatch(settings, this::status, this::statusOf, timer, failStop);
    log = new CheckedLog(settings, replica.position());
    NodeOptions options = nodeOptions(failStop);
    peers = new Peers(options, settings.identity(), workers);
    PeerIdentities identities = new PeerIdentities(settings.identity(), peers, workers);
    strangers = new StrangerWatch(settings.identity(), identities);
    new LeaderLoss(settings, leadership, peers, timer, workers);
    forwarder = new Forwarder(leadership, linkToLeader(), proposer::offerAll, patience, failStop);
    proposer.onLost(forwarder::offerAgain);
    handOver = new HandOver(this::raftNode, leadership, proposer, peers, workers);
    duties =
        new LeaderDuties(
            leadership, replica, proposer, settings.kernel(), this::levelOfAll, workers);
    admission = new Admission(settings.inFlightLimit());
    RaftLeases.Parts parts = new RaftLeases.Parts(leadership, proposer, forwarder, reads, replica);
    Waits waits = new Waits(reads, replica, watchers, leadership, timer);
    leases = new RaftLeases(parts, waits, admission, listings);
    group = new RaftGroupService(settings.identity().raftGroup(), self, options, rpcServer());
  }

  private NodeOptions nodeOptions(FailStop failStop) {
    Snapshots snapshots = new Snapshots(replica, workers);
    NodeOptions options =
        RaftTuning.nodeOptions(
            settings, new LeaseStateMachine(replica, snapshots, new LeaderChanges(), failStop));
    options.setServiceFactory(log);
    return options;
  }

  private Forwarder.Link linkToLeader() {
    long timeoutMillis = settings.times().requestTimeout().toMillis();
    return (leader, requests) ->
        peers.callConnected(
            leader, new PeerMessage(PeerMessage.Kind.SUBMIT, requests), timeoutMillis);
  }

  private RpcServer rpcServer() {
    RpcServer server = new PeerServer(settings.bind(), self.getPort());
    RaftRpcServerFactory.addRaftRequestProcessors(server, rpcThreads, rpcThreads, rpcThreads);
    PeerService service = new PeerService(leadership, proposer, replica, this::status, handOver);
    server.registerProcessor(PeerGuard.of(settings.identity(), service));
    return server;
  }

  /** Whether a member has ever started in this directory. */
  public static boolean hasLog(Path directory) {
    return Files.isDirectory(RaftTuning.logDirectory(directory));
  }

  /**
   * Makes the place for a log, by which a member that has never started is told from one whose log
   * is gone.
   */
  public static void makeLog(Path directory) throws IOException {
    Files.createDirectories(RaftTuning.logDirectory(directory));
  }

  /**
   * Begins to take part, unless what it finds on its disk or at the other members' addresses is of
   * another history.
   */
  public void start() {
    strangers.requireMajority();
    Node node = startGroup();
    strangers.start(timer, workers);
    stamps.start(node);
    reads.start(node);
    commitIndex.start(node);
    digestWatch.start();
    snapshotTrigger.start(node);
    proposer.start(node);
    forwarder.start();
    ticker.start();
    timer.scheduleWithFixedDelay(duties::look, DUTIES_MILLIS, DUTIES_MILLIS, TimeUnit.MILLISECONDS);
    LOG.info(
        "{} takes part in {} with {} members, state at entry {}",
        settings.self().id(),
        settings.group(),
        settings.members().size(),
        replica.applied().index());
  }

  private Node startGroup() {
    try {
      return group.start();
    } catch (IllegalStateException failed) {
      throw new RefusedToStartException(
          log.objection()
              .orElse("the Raft log in " + settings.directory() + " cannot be used, see above"));
    }
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

  /** Takes no lock, since peers ask on the thread that reads all their messages. */
  public MemberStatus status() {
    Leadership.Standing standing = leadership.standing();
    Applied applied = replica.applied();
    return new MemberStatus(
        version,
        standing.leader().map(PeerId::toString).orElse(""),
        standing.mine(),
        standing.term(),
        applied.index(),
        commitIndex.value(),
        applied.now().micros(),
        applied.digest(),
        applied.checkpoints(),
        Level.NEWEST);
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

  private CompletableFuture<MemberStatus> statusOf(RaftSettings.Member member) {
    return statusOf(member, STATUS_MILLIS);
  }

  /** The newest level that all members know; fails if one of them cannot be asked. */
  private CompletableFuture<Integer> levelOfAll() {
    CompletableFuture<Integer> lowest = CompletableFuture.completedFuture(Level.NEWEST);
    for (RaftSettings.Member member : settings.members()) {
      lowest =
          lowest.thenCombine(statusOf(member), (level, status) -> Math.min(level, status.level()));
    }
    return lowest;
  }

  /** What this member is doing, in numbers. */
  public RaftGauges gauges() {
    return new RaftGauges(
        new RaftGauges.Sources(
            leadership, replica, admission, watchers, listings, commitIndex, digestWatch));
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
    listings.close();
    rpcThreads.shutdown();
    replica.close();
  }

  /** Hands leadership over, so that the others need not find out by waiting that it is gone. */
  public void handOver() {
    handOver.toAnybody();
  }

  /** Moves leadership to a member; tells what came of it. */
  public CompletableFuture<LeaderChange.Outcome> handOverTo(RaftSettings.Member member) {
    return handOver.to(RaftTuning.peer(member));
  }

  Replica replica() {
    return replica;
  }

  Leadership leadership() {
    return leadership;
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

    /**
     * All entries of older terms are applied by now, also those that this node stamped in an
     * earlier leadership: what of them is not applied will never be.
     */
    @Override
    public void leads(long term) {
      stamps.startTerm(term);
      leadership.lead(term, self);
      LOG.info("{} leads in term {}", settings.self().id(), term);
      duties.takeOver();
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
      digestWatch.hasApplied(applied.checkpoints());
      if (asLeader && settings.members().size() > 1 && proposer.isIdle()) {
        reads.spreadCommit();
      }
    }
  }
}
