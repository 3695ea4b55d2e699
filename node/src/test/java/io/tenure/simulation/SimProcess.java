package io.tenure.simulation;

import io.tenure.kernel.ClusterTime;
import io.tenure.replication.Batch;
import io.tenure.replication.Member;
import io.tenure.replication.ReplicatedState;
import io.tenure.replication.Replies;
import io.tenure.replication.Standing;
import io.tenure.replication.StateAge;
import io.tenure.replication.WaitList;
import io.tenure.service.Caller;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One start of a node: the product's member and its state, driven as the threads of the product do.
 * What is planned for it happens only while it runs; a pause holds it up, and a crash ends it.
 */
final class SimProcess {

  /** Something that happened. */
  interface Input {

    void happened(Member member, long nanos);
  }

  static final long PATIENCE_NANOS = 5_000_000_000L;

  /** How late a thread is at most when its time has come. It is not late twice in a row. */
  static final long LATEST_MICROS = 600_000;

  /** How long an answer takes at most to get to whoever waits for it. */
  static final long ANSWER_MICROS = 20_000;

  final SimNode node;
  final long sender;
  final WaitList waits = new WaitList(HandedOut::new);
  final ReplicatedState state;
  final StampRecorder recorder;
  final SimResults results;
  final OutboxRules order = new OutboxRules();
  final ReadIndex rounds;
  final StateAge age = new StateAge();
  final LossRules losses;
  private final Cluster cluster;
  private final World world;
  private final Member member;
  private final Deque<Input> inputs = new ArrayDeque<>();
  private final List<Runnable> endings = new ArrayList<>();
  private final List<Runnable> heldUp = new ArrayList<>();

  /** Its entries that are in the log and not applied yet. */
  private final Map<Long, Batch> proposed = new TreeMap<>();

  private boolean alive = true;
  private boolean stops;
  private boolean open = true;
  private boolean driven;
  private boolean late;
  private long wakeNanos;
  private long announcedMicros;

  /** For how long it had run when its member lost its leader. */
  private long leaderlessSinceMicros;

  private long deliveries;

  SimProcess(SimNode node, Cluster cluster, int start) {
    this.node = node;
    this.cluster = cluster;
    world = cluster.world;
    sender = world.parts.sender(node.id, start);
    state = new ReplicatedState(node.store, node.levels, List.of(waits), nanos());
    recorder = new StampRecorder(nanos());
    results = new SimResults(this, world);
    rounds = new ReadIndex(this, cluster);
    losses = new LossRules(this, world.checker.calls);
    SimEffects effects = new SimEffects(this, cluster);
    SimGroupEffects group = new SimGroupEffects(this, cluster);
    Member.Ports ports = new Member.Ports(effects, group, state::applied, waits);
    member = new Member(setup(), ports, nanos());
    wakeNanos = nanos();
  }

  private Member.Setup setup() {
    List<String> members = IntStream.range(0, node.members).mapToObj(String::valueOf).toList();
    return new Member.Setup(
        node.name(), members, node.wanted(), node.levels, PATIENCE_NANOS, cluster.requestLimit);
  }

  long nanos() {
    return world.parts.nanos(node.clock);
  }

  boolean isAlive() {
    return alive;
  }

  Standing standing() {
    return member.standing();
  }

  /** Whether the member takes itself for the leader. */
  boolean isLeading() {
    return member.standing().mine();
  }

  /** For how long its member has known no leader, without pauses. */
  long leaderlessMicros() {
    return Math.max(0, recorder.runningMicros() - leaderlessSinceMicros);
  }

  long nextDelivery() {
    deliveries++;
    return deliveries;
  }

  // ---- Its threads

  /** Lets something happen after a while: when the machine runs by then, or runs again. */
  void later(long micros, Runnable action) {
    world.agenda.in(micros, () -> run(action));
  }

  private void run(Runnable action) {
    if (alive && node.isPaused()) {
      heldUp.add(action);
    } else if (alive) {
      action.run();
    }
  }

  void tell(Input input) {
    inputs.add(input);
    drive();
  }

  /** Tells the member with what comes next. */
  void add(Input input) {
    inputs.add(input);
  }

  /** Tells the member about leadership: maybe a little later, but always in order. */
  void announce(Input input) {
    long delay = world.badLuck(4) ? world.chance.micros(30_000) : 0;
    announcedMicros = Math.max(announcedMicros, world.agenda.nowMicros() + delay);
    world.agenda.at(announcedMicros, () -> run(() -> tellStanding(input)));
  }

  /** A connection to a node has ended. */
  void connectionClosed(String address) {
    tell(
        (core, nanos) -> {
          losses.closed(address);
          core.leaderLoss().connectionClosed(address, nanos);
        });
  }

  private void tellStanding(Input input) {
    tell(
        (core, nanos) -> {
          var before = core.standing();
          input.happened(core, nanos);
          if (!core.standing().equals(before)) {
            order.leaderChanged();
            losses.leaderChanged();
            world.checker.handOvers.leaderChanged(this);
            leaderlessSinceMicros =
                core.standing().leader().isPresent() ? Long.MAX_VALUE : recorder.runningMicros();
          }
        });
  }

  void announceLeading(long term) {
    ClusterTime applied = state.applied().now();
    announce(
        (core, nanos) -> {
          core.leads(term, applied, nanos);
          recorder.leads(term, applied, nanos);
        });
  }

  /** Takes the member a step further, and hands out what it says. */
  void drive() {
    if (driven || !alive) {
      return;
    }
    driven = true;
    do {
      for (Input next = inputs.poll(); next != null; next = inputs.poll()) {
        next.happened(member, nanos());
      }
      recorder.steps(state.applied().now(), nanos());
      wakeNanos = Math.max(nanos() + 1_000, member.step(nanos()));
      late = false;
      handOut();
    } while (!inputs.isEmpty());
    driven = false;
  }

  private void handOut() {
    List<Runnable> all = List.copyOf(endings);
    endings.clear();
    for (Runnable ending : all) {
      if (world.badLuck(4)) {
        later(world.chance.micros(ANSWER_MICROS), ending);
      } else {
        ending.run();
      }
    }
  }

  /** Ends a call after this step. */
  void answer(Caller caller, Runnable ending) {
    if (caller.home() instanceof Call call) {
      call.isTold();
    }
    endings.add(ending);
  }

  /** True time until the member wants to be called. */
  long microsUntilWake() {
    return node.clock.trueMicrosFor(Math.max(0, wakeNanos - nanos()));
  }

  /** Calls the member if it is time, unless the thread that does so is late. */
  void wakeIfDue() {
    if (nanos() - wakeNanos < 0) {
      return;
    }
    if (world.badLuck(100) && !late) {
      late = true;
      wakeNanos = nanos() + world.chance.micros(LATEST_MICROS) * 1_000;
    } else {
      drive();
    }
  }

  /** Threads come back at different times after a pause. */
  void resumed(long delayMicros) {
    wakeNanos = nanos() + delayMicros * 1_000;
    announcedMicros = Math.max(announcedMicros, world.agenda.nowMicros() + delayMicros);
    List<Runnable> all = List.copyOf(heldUp);
    heldUp.clear();
    all.forEach(action -> later(delayMicros, action));
  }

  /** Whether anybody can still call it. */
  boolean isOpen() {
    return open;
  }

  /** From here on nobody can call it. */
  void closePorts() {
    open = false;
  }

  /** Whether somebody has told it to stop. */
  boolean isStopping() {
    return stops;
  }

  void stops() {
    stops = true;
  }

  void die() {
    alive = false;
    world.checker.calls.died(this);
  }

  // ---- Its entries

  void proposed(long index, Batch batch) {
    proposed.put(index, batch);
  }

  @Nullable Batch takeProposed(long index) {
    return proposed.remove(index);
  }

  /** Its node does not lead any more: nobody will say what becomes of its entries. */
  void failProposed() {
    for (Batch batch : proposed.values()) {
      if (!world.badLuck(6)) {
        later(world.chance.micros(10_000), () -> failed(batch, false));
      }
    }
    proposed.clear();
  }

  void failed(Batch batch, boolean kept) {
    tell(
        (core, nanos) -> {
          core.failed(batch, kept, nanos);
          order.ended(batch);
        });
  }

  /** The state has changed. */
  void hasApplied() {
    rounds.hasApplied();
    world.checker.waits.stateChanged(this);
  }

  /** Answers to those who wait for changes. */
  private final class HandedOut implements Replies {

    private final List<Runnable> all = new ArrayList<>();

    @Override
    public void add(Caller caller, Runnable ending) {
      all.add(ending);
    }

    @Override
    public void send() {
      endings.addAll(all);
    }
  }
}
