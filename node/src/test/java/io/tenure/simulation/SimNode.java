package io.tenure.simulation;

import io.tenure.codec.EntryCodec;
import io.tenure.kernel.KnownLevels;
import io.tenure.kernel.LeaseTable;
import io.tenure.kernel.LogEntry;
import io.tenure.kernel.NewerLevelException;
import io.tenure.kernel.Outcome;
import io.tenure.kernel.Result;
import io.tenure.kernel.Settings;
import io.tenure.replication.Batch;
import io.tenure.replication.LogPosition;
import io.tenure.replication.ReplicatedState;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * One machine: its clocks, its disk with a log and a store, its part in Raft, and the process that
 * runs on it, in which the product's own member decides.
 */
final class SimNode {

  /** A pause that the machine's monotonic clock runs through, or one in which it stands still. */
  enum Pause {
    NONE,
    STOPPED,
    SUSPENDED
  }

  private static final int NOBODY = -1;

  /** A follower that hears nothing from its leader for so long has lost it. */
  private static final long SILENCE_MICROS = 1_000_000;

  private static final long VOTE_MICROS = 100_000;

  final int id;
  final int members;
  final SimClock clock;
  final SimLog log;
  final SimStore store;

  /** What the version knows that the machine has; the process does from its next start on. */
  KnownLevels levels;

  private final Cluster cluster;
  private final World world;

  private Settings wanted;
  boolean isolated;

  /** Whether it takes no part any more, since it stops. */
  private boolean leaving;

  private boolean up = true;
  private Pause pause = Pause.NONE;
  private SimProcess process;
  private int starts;

  /** How often its monotonic clock stood still. */
  private int suspensions;

  /** Until when it stood still the last time. */
  private long suspendedMicros;

  long term;
  long commit;
  long[] match = {};
  private boolean leads;
  private boolean transferring;
  private int leader = NOBODY;
  private long heardMicros;
  private long termMicros;
  private long startIndex;
  private long applied;

  SimNode(int id, int members, Cluster cluster) {
    this.id = id;
    this.members = members;
    this.cluster = cluster;
    world = cluster.world;
    clock = new SimClock(world.chance);
    log = world.parts.log();
    store = world.parts.store();
    wanted = cluster.administrator.someSettings();
    levels = cluster.upgrades.first();
    process = new SimProcess(this, cluster, starts);
  }

  /** What it proposes when it leads. */
  Settings wanted() {
    return wanted;
  }

  /** Has something in its log before the run begins. */
  void inherit(SimLog.Entry entry) {
    term = entry.term();
    commit = log.append(entry);
  }

  String name() {
    return String.valueOf(id);
  }

  SimProcess process() {
    return process;
  }

  boolean isUp() {
    return up;
  }

  boolean isPaused() {
    return pause != Pause.NONE;
  }

  boolean runs() {
    return up && !isPaused();
  }

  /** Whether clients can call it. */
  boolean serves() {
    return runs() && process.isOpen();
  }

  boolean isReachable() {
    return runs() && !isolated && !leaving;
  }

  /** Whether Raft takes it for the leader, as far as it knows. */
  boolean leads() {
    return leads;
  }

  boolean knowsLeader() {
    return leader != NOBODY;
  }

  /** The leader that this node knows, which may be itself; only if it knows one. */
  SimNode leader() {
    return cluster.nodes.get(leader);
  }

  /** Whether it leads, has begun its term, and does not hand over already. */
  boolean isReadyToTransfer() {
    return leads && !transferring && applied >= startIndex;
  }

  /** Whether leadership is being handed over, so that nothing comes into the log. */
  boolean isTransferring() {
    return transferring;
  }

  LeaseTable table() {
    return store.table();
  }

  /** The last entry that was applied, or read back from the store. */
  long applied() {
    return applied;
  }

  int suspensions() {
    return suspensions;
  }

  long suspendedMicros() {
    return suspendedMicros;
  }

  void pass(long trueMicros) {
    if (pause != Pause.SUSPENDED) {
      clock.pass(trueMicros);
    }
    if (runs()) {
      process.recorder.ran(trueMicros);
    }
  }

  void pause(Pause kind) {
    pause = kind;
    suspensions += kind == Pause.SUSPENDED ? 1 : 0;
    process.recorder.paused();
  }

  void resume(long delayMicros) {
    suspendedMicros = pause == Pause.SUSPENDED ? world.agenda.nowMicros() : suspendedMicros;
    pause = Pause.NONE;
    process.resumed(delayMicros);
  }

  // ---- Raft

  /** Learns of a term; a leader of an older one steps down, and nobody leads the new one yet. */
  void follow(long newTerm) {
    if (newTerm > term) {
      term = newTerm;
      termMicros = world.agenda.nowMicros();
      loseLeader();
    }
  }

  /** Does not lead any more, and knows nobody who does. */
  void resign() {
    loseLeader();
  }

  private void loseLeader() {
    if (leads) {
      leads = false;
      process.failProposed();
    }
    if (leader != NOBODY) {
      leader = NOBODY;
      process.announce((member, nanos) -> member.losesLeader(nanos));
    }
  }

  /** Gets a message of the leader of its term. */
  void hear(SimNode from) {
    heardMicros = world.agenda.nowMicros();
    if (leader != from.id) {
      leader = from.id;
      long inTerm = term;
      process.announce((member, nanos) -> member.follows(inTerm, from.name(), nanos));
    }
  }

  /** Whether somebody may just have been elected of whom it will hear. */
  boolean hasJustVoted() {
    return world.agenda.nowMicros() - termMicros < VOTE_MICROS;
  }

  /** Notices that its leader has been silent for too long. */
  void missLeader() {
    if (!leads && world.agenda.nowMicros() - heardMicros > SILENCE_MICROS) {
      loseLeader();
    }
  }

  void lead() {
    leads = true;
    leader = id;
    world.checker.handOvers.leads(this, term);
    transferring = false;
    match = new long[members];
    startIndex = log.append(new SimLog.Entry(term, new byte[0], null));
    if (world.parts.startsTimeWhenElected()) {
      process.announceLeading(term);
    }
  }

  /** Leadership is about to go to somebody else; what is proposed now is kept out of the log. */
  void beginTransfer() {
    transferring = true;
    process.announce((member, nanos) -> member.losesLeader(nanos));
  }

  /** If nobody else has taken over, it goes on in the same term. */
  void endTransfer(long inTerm) {
    transferring = false;
    if (leads && term == inTerm) {
      process.announceLeading(term);
    }
  }

  /** Applies committed entries, at most so many, with one write, and gives the results out. */
  void apply(int most) {
    long last = Math.min(commit, applied + most);
    if (applied >= last) {
      return;
    }
    List<Runnable> results = new ArrayList<>();
    boolean ready = false;
    try {
      while (applied < last) {
        applied++;
        applyNext(results);
        ready |= leads && applied == startIndex;
      }
    } catch (NewerLevelException refused) {
      stopsItself(refused);
      return;
    }
    process.state.commit(process.nanos());
    process.hasApplied();
    results.forEach(Runnable::run);
    if (ready && !world.parts.startsTimeWhenElected()) {
      process.announceLeading(term);
    }
    process.drive();
  }

  private void applyNext(List<Runnable> results) {
    if (applied < log.first()) {
      throw new AssertionError("the log of node " + id + " has lost entry " + applied);
    }
    SimLog.Entry raw = log.at(applied);
    if (raw.isStartOfTerm()) {
      world.checker.startedTerm(this, raw);
    } else if (!process.state.isApplied(new LogPosition(applied, raw.term()))) {
      List<Result> outcome = apply(raw).results();
      Batch proposed = process.takeProposed(applied);
      if (proposed != null) {
        results.add(() -> process.results.give(proposed, outcome));
      }
    }
  }

  private Outcome apply(SimLog.Entry raw) {
    ReplicatedState state = process.state;
    LogEntry entry = EntryCodec.decode(applied, ByteBuffer.wrap(raw.data()));
    Outcome outcome = state.apply(entry, raw.term());
    world.checker.applied(this, new AppliedEntry(entry, raw, outcome));
    return outcome;
  }

  // ---- Crashes and snapshots

  void crash() {
    end();
    store.crash();
    log.crash();
    commit = 0;
  }

  /** Takes no part in Raft any more. */
  void leave() {
    leaving = true;
    transferring = false;
    loseLeader();
  }

  /** The process ends as it should: what it has applied is on disk. */
  void stop() {
    store.flush();
    end();
    store.crash();
    commit = 0;
  }

  private void end() {
    up = false;
    leaving = false;
    pause = Pause.NONE;
    leads = false;
    leader = NOBODY;
    transferring = false;
    process.die();
    cluster.ended(this);
  }

  /** The product would misread what is of a later level than it knows. */
  private void stopsItself(NewerLevelException refused) {
    world.note("node %d stops itself: %s", id, refused.getMessage());
    cluster.upgrades.refused(this);
    crash();
  }

  /** Starts again; Raft goes through the whole log that is left, which the state mostly has. */
  void restart() {
    up = true;
    starts++;
    wanted = world.chance.oneIn(3) ? cluster.administrator.someSettings() : wanted;
    try {
      process = new SimProcess(this, cluster, starts);
    } catch (NewerLevelException refused) {
      cluster.upgrades.refused(this);
      process = new SimProcess(this, cluster, starts);
    }
    applied = log.first() - 1;
    if (store.appliedIndex() < applied) {
      throw new AssertionError("the log of node " + id + " begins behind its state");
    }
    commit = applied;
    world.checker.restored(this);
  }

  /** Takes the place of a log that its leader does not have any more, if it can be read. */
  boolean install(SimNode from) {
    try {
      store.install(from.store.snapshot(), levels);
    } catch (NewerLevelException refused) {
      stopsItself(refused);
      return false;
    }
    applied = store.appliedIndex();
    log.resetTo(applied, from.log.termAt(applied));
    commit = applied;
    process.state.reload(process.nanos());
    world.checker.restored(this);
    process.hasApplied();
    process.drive();
    return true;
  }
}
