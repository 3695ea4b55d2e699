package io.tenure.simulation;

import io.tenure.kernel.Request;
import io.tenure.service.LeaderChange.Outcome;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** One run: a cluster, its clients and its bad luck, step by step from a seed. */
final class Simulation {

  private static final int STEPS = 250;
  private static final int CLIENTS = 6;
  private static final long HOUR_MICROS = 3_600_000_000L;
  private static final long SECOND_NANOS = 1_000_000_000L;

  private final Chance chance;
  private final SortedMap<String, Long> happened = new TreeMap<>();
  private final World world;
  private final Checker checker;
  private final Cluster cluster;
  private final List<SimClient> clients;
  private final Observers observers;
  private final Strangers strangers;
  private final NodeFaults faults;

  /** In some runs less goes wrong, and time passes more quickly. */
  private final boolean calm;

  /** For how many steps no client wants anything. */
  private int idleSteps;

  private Simulation(long seed, Parts parts, Trace trace) {
    chance = new Chance(seed);
    world = new World(chance, parts, trace);
    checker = world.checker;
    calm = chance.oneIn(4);
    cluster = new Cluster(world);
    clients =
        IntStream.range(0, CLIENTS)
            .mapToObj(id -> new SimClient(id, Habit.of(id, chance), chance, parts, checker.beliefs))
            .toList();
    observers = new Observers(world);
    strangers = new Strangers(cluster);
    faults = new NodeFaults(cluster);
  }

  /**
   * What a run was like.
   *
   * @param grants how many leases were granted at once
   * @param returns how often a leader was replaced and led again within a second
   * @param olderEntries how many entries were applied before the cluster was at the newest level
   * @param upgrades how often a node was started with a newer version
   * @param downgrades how often a node was started with an older version
   * @param refusals how often a node refused what is of a later level than it knows
   * @param graces how many claims of owners who poll were promoted
   * @param recognized how many copies of deliveries got the first answer
   * @param tooLate how many copies of deliveries came when nobody remembered the first
   * @param unremembered how many renewals and releases found no room in the memo
   * @param reads how many linearizable reads were answered
   * @param changes how many of those who waited for a claim were told of a change
   * @param agedReads how many local reads knew their age
   * @param handedOver how often leadership was moved to whom somebody named, or from who stopped
   * @param notHandedOver how often it was not, or nobody knew
   * @param earlyElections how often somebody stood for election because its leader was gone
   * @param unknown how many requests ended without anybody knowing whether they were applied
   * @param refused how many requests were surely not applied
   * @param micros how long it took, in simulated time
   * @param faults how often something of each kind went wrong
   * @param digest of all states of the cluster, one after the other
   */
  record Report(
      long grants,
      long returns,
      long olderEntries,
      long upgrades,
      long downgrades,
      long refusals,
      long graces,
      long recognized,
      long tooLate,
      long unremembered,
      long reads,
      long changes,
      long agedReads,
      long handedOver,
      long notHandedOver,
      long earlyElections,
      long unknown,
      long refused,
      long micros,
      SortedMap<String, Long> faults,
      long digest) {}

  /** Runs a seed; throws if a promise was broken. */
  static Report run(long seed, Parts parts) {
    return new Simulation(seed, parts, Trace.OFF).run();
  }

  /**
   * Runs a seed and returns what went wrong, with the last steps before it; null if nothing did.
   */
  static @Nullable String failureOf(long seed, Parts parts) {
    Trace trace = Trace.on();
    try {
      new Simulation(seed, parts, trace).run();
      return null;
    } catch (RuntimeException | AssertionError failure) {
      return "%s%n%s%n%s%nrepeat it with ./gradlew simulate --seed %d"
          .formatted(trace, failure, List.of(failure.getStackTrace()), seed);
    }
  }

  private Report run() {
    try {
      for (int i = 0; i < STEPS; i++) {
        step(i);
      }
      new Settling(cluster, observers, faults, this::pass).run();
      return report();
    } finally {
      cluster.nodes.forEach(node -> node.store.close());
    }
  }

  private Report report() {
    return new Report(
        checker.grants(),
        faults.returns(),
        checker.olderEntries(),
        cluster.upgrades.upgrades(),
        cluster.upgrades.downgrades(),
        cluster.upgrades.refusals(),
        checker.graces.graces(),
        checker.deliveries.recognized(),
        checker.deliveries.tooLate(),
        checker.answers.unremembered(),
        checker.reads.answered(),
        checker.waits.changes(),
        checker.reads.aged(),
        checker.handOvers.count(Outcome.LEADS),
        checker.handOvers.count(Outcome.NOT_BEGUN) + checker.handOvers.count(Outcome.UNKNOWN),
        cluster.earlyElections,
        checker.calls.unknown(),
        checker.calls.refused(),
        world.agenda.nowMicros(),
        happened,
        checker.digest());
  }

  private void step(int number) {
    long usualMicros = calm ? 240_000 : 80_000;
    pass(chance.micros(chance.oneIn(25) ? 3_000_000 : usualMicros));
    if (idleSteps > 0) {
      idleSteps--;
    } else {
      idleSteps = chance.oneIn(50) ? chance.below(50) : 0;
      call();
    }
    cluster.upgrades.step(number);
    faults.swing();
    int usualSteps = calm ? 12 : 6;
    if (chance.oneIn(cluster.upgrades.isNear(number) ? 2 : usualSteps)) {
      disturb(chance.pick(cluster.nodes));
    }
    checker.requireInTime();
  }

  /** Lets time pass, and everything happen that happens by itself. */
  private void pass(long micros) {
    Agenda agenda = world.agenda;
    long end = agenda.nowMicros() + micros;
    while (agenda.nowMicros() < end) {
      long slice = agenda.microsUntilNext(end - agenda.nowMicros());
      for (SimNode node : cluster.nodes) {
        if (node.runs()) {
          slice = Math.min(slice, node.process().microsUntilWake());
        }
      }
      agenda.pass(slice);
      for (SimNode node : cluster.nodes) {
        node.pass(slice);
      }
      for (SimClient client : clients) {
        client.clock.pass(slice);
      }
      agenda.runDue();
      atAll(SimProcess::wakeIfDue);
    }
  }

  /** Does it at all nodes that run. */
  private void atAll(Consumer<SimProcess> action) {
    for (SimNode node : cluster.nodes) {
      if (node.runs()) {
        action.accept(node.process());
      }
    }
  }

  private void call() {
    for (int i = chance.below(3); i > 0; i--) {
      send(chance.pick(clients));
    }
    List<SimNode> running = cluster.all(SimNode::serves);
    if (!running.isEmpty()) {
      SimProcess process = chance.pick(running).process();
      switch (chance.below(10)) {
        case 0, 1, 2, 3 -> observers.read(process);
        case 4, 5 -> observers.await(process);
        case 6 -> observers.readLocally(process);
        default -> {}
      }
    }
    if (chance.oneIn(40)) {
      strangers.send();
    }
  }

  private void send(SimClient client) {
    for (Request request : client.act()) {
      List<SimNode> running = cluster.all(SimNode::serves);
      if (!running.isEmpty()) {
        SimNode node = chance.pick(running);
        world.note("client %d sends to node %d: %s", client.id, node.id, request);
        send(client, request, node.process());
      }
    }
  }

  private void send(SimClient client, Request request, SimProcess process) {
    long operation = client.operationNumber();
    RequestCall.submit(
        process,
        request,
        patienceNanos(),
        checker,
        result -> {
          if (!chance.oneIn(8)) {
            world.note("client %d hears %s", client.id, result);
            client.hear(operation, result);
          }
        });
  }

  private long patienceNanos() {
    return switch (chance.below(3)) {
      case 0 -> 60 * SECOND_NANOS;
      case 1 -> 10 * SECOND_NANOS;
      default -> SECOND_NANOS + chance.micros(3_000_000) * 1_000;
    };
  }

  private void disturb(SimNode node) {
    int dice = chance.below(30);
    world.note("disturbance %d of node %d", dice, node.id);
    switch (dice) {
      case 0, 1 -> disturb("crash", () -> faults.crashOrRestart(node));
      case 2, 3, 4 -> disturb("pause", () -> faults.pauseOrResume(node));
      case 5, 6 -> disturb("isolation", () -> node.isolated = !node.isolated);
      case 7, 8 -> disturb("election", () -> cluster.consensus.elect(node));
      case 9, 10 -> disturb("wall clock", () -> jumpWallClock(node));
      case 11, 12 -> disturb("flush", () -> faults.flush(node));
      case 13, 14 -> disturb("compaction", () -> faults.compact(node));
      case 15, 16, 17 -> disturb("settings", () -> administrate(node));
      case 18, 19 -> disturb("hand-over", faults::handOver);
      case 20 -> disturb("stop", () -> faults.stop(node));
      default -> faults.heal(node);
    }
  }

  private void disturb(String kind, Runnable fault) {
    happened.merge(kind, 1L, Long::sum);
    fault.run();
  }

  private void jumpWallClock(SimNode node) {
    node.clock.jumpWall(chance.between(-24 * HOUR_MICROS, 24 * HOUR_MICROS));
  }

  private void administrate(SimNode node) {
    if (node.serves()) {
      cluster.administrator.ask(node.process());
    }
  }
}
