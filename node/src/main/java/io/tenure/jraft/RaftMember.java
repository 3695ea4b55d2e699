package io.tenure.jraft;

import com.alipay.sofa.jraft.Node;
import com.alipay.sofa.jraft.RaftGroupService;
import com.alipay.sofa.jraft.entity.LeaderChangeContext;
import com.alipay.sofa.jraft.entity.PeerId;
import com.alipay.sofa.jraft.option.NodeOptions;
import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.Result;
import io.tenure.link.Link;
import io.tenure.link.Peer;
import io.tenure.node.logging.Throttled;
import io.tenure.replication.Applied;
import io.tenure.replication.Batch;
import io.tenure.replication.HandOver;
import io.tenure.replication.Member;
import io.tenure.replication.StateAge;
import io.tenure.replication.StateListener;
import io.tenure.replication.WaitList;
import io.tenure.service.EventFeed;
import io.tenure.service.LeaderChange;
import io.tenure.service.Leases;
import io.tenure.store.Checkpoint;
import io.tenure.store.LeaseStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This node's part in the Raft group. Its constructor is the wiring diagram of this package; {@link
 * #start} and {@link #close} are the order in which things begin and end.
 */
public final class RaftMember implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(RaftMember.class);
  private static final int WORKERS = 4;
  private static final int ARCHIVE_READERS = 2;
  private static final int RPC_THREADS = 8;
  private static final long REFRESH_MILLIS = 5_000;
  private static final long STATUS_MILLIS = 1_000;
  private static final long HAND_OVER_MILLIS = 3_000;

  private final RaftSettings settings;
  private final PeerId self;
  private final String version;
  private final ScheduledThreadPoolExecutor timer = Threads.timer("tenure-timer");
  private final ExecutorService workers = Threads.pool("tenure-worker", WORKERS);
  private final ExecutorService rpcThreads = Threads.pool("tenure-rpc", RPC_THREADS);
  private final Listings listings = new Listings();
  private final Leadership leadership = new Leadership();
  private final ExecutorService archiveReaders = Threads.pool("tenure-archive", ARCHIVE_READERS);
  private final WaitList waits = new WaitList(ReplyBatch::new);
  private final RecentEvents recent;
  private final Replica replica;
  private final RaftEffects effects;
  private final RaftGroupEffects groupEffects;
  private final Turns turns;
  private final Results results;
  private final Link link;
  private final Peers peers;
  private final RaftLeases leases;
  private final SnapshotTrigger snapshotTrigger;
  private final CheckedLog log;
  private final RaftChecks checks;
  private final CommitIndex commitIndex;
  private final DigestWatch digestWatch;
  private final RaftGroupService group;

  /**
   * Makes a member that takes part from {@link #start} on.
   *
   * @param listeners who else is told of every change of the state
   */
  public RaftMember(
      RaftSettings settings, String version, FailStop failStop, List<StateListener> listeners) {
    this(settings, version, failStop, listeners, Clocks.SYSTEM);
  }

  RaftMember(
      RaftSettings settings,
      String version,
      FailStop failStop,
      List<StateListener> listeners,
      Clocks clocks) {
    JraftPools.prepare(settings.identity().raftGroup());
    this.settings = settings;
    this.self = RaftTuning.peer(settings.self());
    this.version = version;
    StateAge age = new StateAge();
    recent = new RecentEvents(RecentEvents.Room.DEFAULT, leadership, age);
    LeaseStore store = LeaseStore.open(settings.directory().resolve("state"));
    List<StateListener> all = all(listeners);
    replica = new Replica(store, settings.levels(), age, all, clocks.nanoTime(), failStop);
    StateReads reads = new StateReads(replica, waits, archiveReaders);
    ReplyBatch replies = new ReplyBatch();
    effects = new RaftEffects(this::sendToLeader, reads, clocks.wallMicros(), replies);
    digestWatch = new DigestWatch(settings, this::status, this::statusOf, failStop);
    groupEffects = new RaftGroupEffects(settings, new PeerLink(), workers, digestWatch::compare);
    Member.Ports ports = new Member.Ports(effects, groupEffects, replica::applied, waits);
    Member member = new Member(setup(), ports, clocks.nanoTime().getAsLong());
    turns = new Turns(member, replies, clocks.nanoTime(), failStop);
    results = new Results(replica.completion(), turns, archiveReaders);
    leases = new RaftLeases(turns, replica, reads, listings);
    snapshotTrigger =
        new SnapshotTrigger(
            settings.times(), replica.applied().index(), clocks.nanoTime(), workers);
    commitIndex = new CommitIndex(replica, timer, workers);
    log = new CheckedLog(settings, replica.position());
    checks = new RaftChecks(settings.identity().raftGroup(), self.toString(), log::term);
    RaftService raftService = new RaftService(checks, rpcThreads, self.getPort());
    MemberService services = new MemberService(raftService, new PeerService(turns, this::status));
    link = new Link(settings.link(), settings.identity(), services);
    peers = new Peers(link);
    link.onEnded(this::connectionEnded);
    group =
        new RaftGroupService(
            settings.identity().raftGroup(), self, nodeOptions(failStop), raftService);
  }

  private void connectionEnded(Peer peer) {
    turns.tell((core, nanos) -> core.leaderLoss().connectionClosed(peer.address(), nanos));
  }

  private List<StateListener> all(List<StateListener> others) {
    List<StateListener> all = new ArrayList<>();
    all.add(new MemoFullness(new Throttled(LOG, org.slf4j.event.Level.WARN)::log));
    all.add(new LevelLog());
    all.add(waits);
    all.add(recent);
    all.addAll(others);
    return all;
  }

  private Member.Setup setup() {
    return new Member.Setup(
        self.toString(),
        settings.members().stream().map(each -> RaftTuning.peer(each).toString()).toList(),
        settings.kernel(),
        settings.levels(),
        settings.times().leaderWait().toNanos(),
        settings.inFlightLimit());
  }

  private NodeOptions nodeOptions(FailStop failStop) {
    Snapshots snapshots = new Snapshots(replica, workers);
    NodeOptions options =
        RaftTuning.nodeOptions(
            settings,
            new LeaseStateMachine(replica, snapshots, new Changes(), failStop),
            new LinkRpcFactory.Options(link, new RaftAnswers(checks), workers));
    options.setServiceFactory(log);
    return options;
  }

  private CompletableFuture<byte[]> sendToLeader(PeerId leader, byte[] requests) {
    return peers.call(
        leader,
        new PeerMessage(PeerMessage.Kind.SUBMIT, requests),
        settings.times().requestTimeout().toMillis());
  }

  /**
   * Begins to take part, unless what it finds on its disk or at the other members' addresses is of
   * another history.
   */
  public void start() {
    startLink();
    StrangerWatch.requireMajority(settings.identity(), link);
    JraftPools.wakeUpOn(settings.identity().raftGroup(), link.sendingLoops());
    Node node = startGroup();
    commitIndex.start(node);
    snapshotTrigger.start(node);
    effects.start(node, turns);
    groupEffects.start(node, turns);
    turns.start();
    timer.scheduleWithFixedDelay(
        this::reload, REFRESH_MILLIS, REFRESH_MILLIS, TimeUnit.MILLISECONDS);
    LOG.info(
        "{} takes part in {} with {} members, state at entry {}",
        settings.self().id(),
        settings.group(),
        settings.members().size(),
        replica.applied().index());
  }

  private void startLink() {
    try {
      link.start();
    } catch (IOException taken) {
      throw new RefusedToStartException(String.valueOf(taken.getMessage()));
    }
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

  /** Looks whether the files of this node's certificate were replaced. */
  public void reload() {
    workers.execute(link::refresh);
  }

  public Leases leases() {
    return leases;
  }

  /** What happened of late, as this member learned it. */
  public EventFeed events() {
    return recent;
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
        settings.levels().newest(),
        applied.level());
  }

  /** Asks another member, or this one, how it sees itself. */
  public CompletableFuture<MemberStatus> statusOf(RaftSettings.Member member, long millis) {
    if (member.equals(settings.self())) {
      return CompletableFuture.completedFuture(status());
    }
    PeerMessage question = new PeerMessage(PeerMessage.Kind.STATUS, new byte[0]);
    return peers
        .call(RaftTuning.peer(member), question, millis)
        .thenApplyAsync(MemberStatus::decode, workers);
  }

  private CompletableFuture<MemberStatus> statusOf(RaftSettings.Member member) {
    return statusOf(member, STATUS_MILLIS);
  }

  /** What this member is doing, in numbers. */
  public RaftGauges gauges() {
    return new RaftGauges(
        new RaftGauges.Sources(
            leadership,
            replica,
            turns,
            waits,
            listings,
            commitIndex,
            digestWatch,
            RaftTuning.snapshotDirectory(settings.directory())));
  }

  /** Whom to tell how many nanoseconds each batch of log entries took to be written and synced. */
  public void onLogAppend(LongConsumer told) {
    log.onAppend(told);
  }

  /** Writes a copy of the state as it is now to a directory that is not there yet. */
  public Checkpoint saveTo(Path directory) {
    return replica.saveTo(directory);
  }

  /** Ends this member's part; the others elect a new leader if it was theirs. */
  @Override
  public void close() {
    handOver();
    turns.tell((member, nanos) -> member.close(nanos));
    group.shutdown();
    awaitEnd();
    Threads.end(archiveReaders); // they finish answers, and read the store
    turns.tell((member, nanos) -> member.abandon(nanos));
    turns.close();
    link.close();
    timer.shutdownNow();
    workers.shutdown();
    listings.close();
    rpcThreads.shutdown();
    replica.close();
  }

  /** Hands leadership over, so that the others need not find out by waiting that it is gone. */
  public void handOver() {
    if (leadership.standing().mine()) {
      HandOver request = HandOver.toAnybody(Runnable::run, turns.nanos());
      turns.tell((member, nanos) -> member.handOvers().ask(request, nanos));
      request.outcome().join();
    }
  }

  /** Moves leadership to a member; tells what came of it. */
  public CompletableFuture<LeaderChange.Outcome> handOverTo(RaftSettings.Member member) {
    HandOver request = HandOver.to(RaftTuning.peer(member).toString(), workers, turns.nanos());
    turns.tell((core, nanos) -> core.handOvers().ask(request, nanos));
    return request.outcome();
  }

  Replica replica() {
    return replica;
  }

  private void awaitEnd() {
    try {
      group.join();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private final class PeerLink implements RaftGroupEffects.Link {

    @Override
    public CompletableFuture<byte[]> askToHandOver(PeerId leader, byte[] target) {
      return peers.call(
          leader, new PeerMessage(PeerMessage.Kind.HAND_OVER, target), HAND_OVER_MILLIS);
    }

    @Override
    public CompletableFuture<MemberStatus> statusOf(RaftSettings.Member member) {
      return RaftMember.this.statusOf(member);
    }

    @Override
    public boolean isConnected(PeerId member) {
      return peers.isConnected(member);
    }
  }

  private final class Changes implements LeaseStateMachine.Listener {

    /**
     * All entries of older terms are applied by now, also those that this node stamped in an
     * earlier leadership: what of them is not applied will never be.
     */
    @Override
    public void leads(long term) {
      ClusterTime applied = replica.applied().now();
      turns.tell((member, nanos) -> member.leads(term, applied, nanos));
      leadership.lead(term, self);
      LOG.info("{} leads in term {}", settings.self().id(), term);
    }

    @Override
    public void leadsNoMore() {
      turns.tell((member, nanos) -> member.losesLeader(nanos));
      leadership.loseLeader();
    }

    @Override
    public void follows(LeaderChangeContext leader) {
      String address = leader.getLeaderId().toString();
      turns.tell((member, nanos) -> member.follows(leader.getTerm(), address, nanos));
      leadership.follow(leader.getTerm(), leader.getLeaderId());
      LOG.info("follows {} in term {}", leader.getLeaderId(), leader.getTerm());
    }

    @Override
    public void results(Batch batch, List<Result> outcome) {
      results.give(batch, outcome);
    }

    @Override
    public void hasApplied(long bytes) {
      turns.drive(); // hands the results out, and looks what is due
      Applied applied = replica.applied();
      snapshotTrigger.hasApplied(applied.index(), bytes);
    }
  }
}
