package io.tenure.simulation;

import io.tenure.kernel.Command;
import io.tenure.kernel.Request;
import io.tenure.kernel.Settings;
import io.tenure.simulation.Message.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** One run: a cluster, its clients and its bad luck, step by step from a seed. */
final class Simulation {

  private static final int STEPS = 250;
  private static final int CLIENTS = 6;
  private static final int ALL = Integer.MAX_VALUE / 2;
  private static final long HOUR_MICROS = 3_600_000_000L;
  private static final int SETTLING_STEPS = 40;
  private static final long SETTLING_STEP_MICROS = 100_000;

  private final Chance chance;
  private final Trace trace;
  private final Checker checker = new Checker();
  private final List<Replica> replicas;
  private final List<SimClient> clients;
  private final Consensus consensus;
  private final NodeFaults faults;
  private final Upgrade upgrade;
  private final Network network;
  private final List<Answer> answers = new ArrayList<>();
  private long trueMicros;

  private boolean allIsWell;

  /** In some runs less goes wrong, and time passes more quickly. */
  private final boolean calm;

  /** For how many steps no client wants anything. */
  private int idleSteps;

  private Simulation(long seed, Parts parts, Trace trace) {
    chance = new Chance(seed);
    this.trace = trace;
    calm = chance.oneIn(4);
    int members = chance.oneIn(4) ? 5 : 3;
    replicas =
        IntStream.range(0, members)
            .mapToObj(id -> new Replica(id, chance, parts, checker))
            .toList();
    clients =
        IntStream.range(0, CLIENTS)
            .mapToObj(id -> new SimClient(id, Habit.of(id, chance), chance, parts, checker.beliefs))
            .toList();
    consensus = new Consensus(replicas, parts, trace);
    faults = new NodeFaults(replicas, consensus, chance, parts);
    upgrade = new Upgrade(replicas, chance);
    network = new Network(chance);
  }

  /**
   * What a run was like.
   *
   * @param grants how many leases were granted at once
   * @param returns how often a leader was replaced and led again within a second
   * @param olderEntries how many entries were applied before the cluster was at the newest level
   * @param graces how many claims of owners who poll were promoted
   * @param recognized how many copies of deliveries got the first answer
   * @param tooLate how many copies of deliveries came when nobody remembered the first
   * @param unremembered how many renewals and releases found no room in the memo
   * @param digest of all states of the cluster, one after the other
   */
  record Report(
      long grants,
      long returns,
      long olderEntries,
      long graces,
      long recognized,
      long tooLate,
      long unremembered,
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
      return "%s%n%s%nrepeat it with -Dsim.seed=%d".formatted(trace, failure, seed);
    }
  }

  private Report run() {
    try {
      for (int i = 0; i < STEPS; i++) {
        step(i);
      }
      settle();
      return report();
    } finally {
      replicas.forEach(replica -> replica.store.close());
    }
  }

  private Report report() {
    return new Report(
        checker.grants(),
        faults.returns(),
        checker.olderEntries(),
        checker.graces.graces(),
        checker.deliveries.recognized(),
        checker.deliveries.tooLate(),
        checker.answers.unremembered(),
        checker.digest());
  }

  private void step(int number) {
    long usualMicros = calm ? 240_000 : 80_000;
    pass(chance.micros(chance.oneIn(25) ? 3_000_000 : usualMicros));
    if (idleSteps > 0) {
      idleSteps--;
    } else {
      idleSteps = chance.oneIn(50) ? chance.below(50) : 0;
      some(() -> send(chance.pick(clients)));
    }
    each(this::forward);
    some(this::deliverRequest);
    each(leader -> propose(leader, number));
    each(this::replicate);
    each(this::apply);
    some(this::deliverAnswer);
    faults.swing(trueMicros);
    int usualSteps = calm ? 12 : 6;
    if (chance.oneIn(upgrade.isNear(number) ? 2 : usualSteps)) {
      disturb(chance.pick(replicas));
    }
  }

  private void some(Runnable action) {
    for (int i = chance.below(3); i > 0; i--) {
      action.run();
    }
  }

  /** Half of the replicas do it; the others are slow. */
  private void each(Consumer<Replica> action) {
    for (Replica replica : replicas) {
      if (chance.oneIn(2)) {
        action.accept(replica);
      }
    }
  }

  /** Lets time pass, and the ticker of each node that runs look when its nap is over. */
  private void pass(long micros) {
    long end = trueMicros + micros;
    while (trueMicros < end) {
      long next = end - trueMicros;
      for (Replica replica : replicas) {
        if (replica.runs()) {
          next = Math.min(next, replica.time.microsUntilLook());
        }
      }
      long slice = next;
      trueMicros += slice;
      replicas.forEach(replica -> replica.pass(slice));
      clients.forEach(client -> client.clock.pass(slice));
      replicas.forEach(replica -> replica.look(trueMicros, delayNanos()));
    }
  }

  /** How late a thread is when its time has come: hardly ever, and then by far. */
  private long delayNanos() {
    return !allIsWell && chance.oneIn(100) ? chance.micros(600_000) * 1_000 : 0;
  }

  private void send(SimClient client) {
    for (Request request : client.act()) {
      trace.add("%d: client %d sends %s", trueMicros, client.id, request);
      List<Replica> running = replicas.stream().filter(Replica::runs).toList();
      if (!running.isEmpty()) {
        chance.pick(running).forwarder().take(client.id, client.operationNumber(), request);
      }
    }
  }

  private void forward(Replica node) {
    boolean led = replicas.stream().anyMatch(leader -> leader.isReady() && !leader.isolated);
    if (node.runs() && (node.isolated ? node.isReady() : led)) {
      node.forwarder().send(trueMicros).forEach(copy -> network.send(copy, trueMicros));
    }
  }

  /** Any copy of any request may come at any time to any node that thinks it leads. */
  private void deliverRequest() {
    List<Replica> leaders = replicas.stream().filter(Replica::isReady).toList();
    if (!leaders.isEmpty()) {
      network.deliver(trueMicros).ifPresent(copy -> chance.pick(leaders).take(copy));
    }
  }

  private void propose(Replica leader, int step) {
    if (!leader.isReady()) {
      return;
    }
    upgrade.look(leader, step, this::someSettings, trueMicros);
    if (!leader.inbox.isEmpty()) {
      List<Message> batch = new ArrayList<>();
      for (int i = chance.below(4); i >= 0 && !leader.inbox.isEmpty(); i--) {
        batch.add(leader.inbox.remove(0));
      }
      stamp(leader, batch);
    }
    append(leader);
  }

  /** A quorum that is asked may say yes and not be heard. */
  private void stamp(Replica leader, List<Message> batch) {
    boolean lost = !allIsWell && chance.oneIn(3);
    leader.stamp(batch, () -> consensus.confirms(leader) && !lost, trueMicros);
  }

  /** What was stamped may come into the log a little later, and not quite in order. */
  private void append(Replica leader) {
    while (!leader.stamped.isEmpty() && !chance.oneIn(6)) {
      leader.append(leader.stamped.size() > 1 && chance.oneIn(6) ? 1 : 0);
    }
  }

  private void replicate(Replica follower) {
    for (Replica leader : replicas) {
      if (leader.leads && leader.runs()) {
        append(leader);
        consensus.replicate(leader, follower, 1 + chance.below(8));
      }
    }
    boolean led = replicas.stream().anyMatch(leader -> leader.leads && leader.isReachable());
    if (!led && chance.oneIn(3)) {
      consensus.elect(follower);
    }
  }

  private void apply(Replica replica) {
    if (replica.runs()) {
      List<Answer> given = replica.apply(1 + chance.below(6));
      given.stream().filter(answer -> answer.message().item() != null).forEach(answers::add);
    }
  }

  private void deliverAnswer() {
    if (answers.isEmpty()) {
      return;
    }
    Answer answer = chance.oneIn(20) ? chance.pick(answers) : chance.take(answers);
    SimForwarder.Item item = answer.message().item();
    if (item != null && !chance.oneIn(8) && item.heard(answer.result())) {
      trace.add("%d: client %d hears %s", trueMicros, item.client, answer.result());
      clients.get(item.client).hear(item.operation, answer.result());
    }
  }

  private void disturb(Replica replica) {
    int dice = chance.below(28);
    trace.add("%d: disturbance %d of replica %d", trueMicros, dice, replica.id);
    switch (dice) {
      case 0, 1 -> faults.crashOrRestart(replica);
      case 2, 3, 4 -> faults.pauseOrResume(replica);
      case 5, 6 -> replica.isolated = !replica.isolated;
      case 7, 8 -> consensus.elect(replica);
      case 9, 10 -> replica.clock.jumpWall(chance.between(-24 * HOUR_MICROS, 24 * HOUR_MICROS));
      case 11, 12 -> faults.flush(replica);
      case 13, 14 -> faults.compact(replica);
      case 15, 16, 17 -> administrate(replica);
      default -> faults.heal(replica);
    }
  }

  private void administrate(Replica leader) {
    if (leader.isReady()) {
      Command command =
          chance.oneIn(4) ? new Command.RaiseEpoch() : new Command.Configure(someSettings());
      Message message = Message.own(command, trueMicros);
      leader.inbox.add(message.atLevel(leader.table().level()));
    }
  }

  private Settings someSettings() {
    return new Settings(
        chance.below(6),
        3 + chance.below(10),
        1 + chance.below(3),
        chance.micros(20_000_000),
        chance.below(30),
        chance.micros(chance.oneIn(2) ? 1_000_000 : 20_000_000),
        chance.oneIn(3) ? 1 + chance.below(6) : 1_000,
        chance.oneIn(4) ? 0 : chance.micros(2_000_000));
  }

  /** Everything works again, and everybody must agree. */
  private void settle() {
    trace.add("%d: all is well again", trueMicros);
    allIsWell = true;
    replicas.forEach(faults::heal);
    Replica leader = electSomebody();
    for (int i = 0; i < SETTLING_STEPS; i++) {
      replicas.forEach(follower -> consensus.replicate(leader, follower, ALL));
      replicas.forEach(follower -> consensus.replicate(leader, follower, ALL));
      replicas.forEach(replica -> replica.apply(ALL));
      pass(SETTLING_STEP_MICROS);
      if (i == SETTLING_STEPS / 2) {
        replicas.forEach(this::forward);
        network.deliverAll().forEach(leader::take);
      }
      proposeAll(leader);
    }
    if (leader.table().isTimed()) {
      checker.times.idle(leader.table().nextExpiry(), trueMicros);
    }
    checker.converged(replicas);
  }

  private void proposeAll(Replica leader) {
    if (leader.isReady() && !leader.inbox.isEmpty()) {
      stamp(leader, List.copyOf(leader.inbox));
      leader.inbox.clear();
    }
    while (!leader.stamped.isEmpty()) {
      leader.append(0);
    }
  }

  private Replica electSomebody() {
    for (Replica candidate : replicas) {
      if (consensus.elect(candidate)) {
        return candidate;
      }
    }
    throw new AssertionError("nobody can lead");
  }
}
