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

  /** Older messages are lost. */
  private static final long MESSAGE_LIFE_MICROS = 10_000_000;

  private final Chance chance;
  private final Parts parts;
  private final Trace trace;
  private final Checker checker = new Checker();
  private final List<Replica> replicas;
  private final List<SimClient> clients;
  private final Consensus consensus;
  private final List<Message> requests = new ArrayList<>();
  private final List<Answer> answers = new ArrayList<>();
  private long trueMicros;
  private long adminRequests;

  private Simulation(long seed, Parts parts, Trace trace) {
    chance = new Chance(seed);
    this.parts = parts;
    this.trace = trace;
    int members = chance.oneIn(4) ? 5 : 3;
    replicas =
        IntStream.range(0, members)
            .mapToObj(id -> new Replica(id, new SimClock(chance), parts, checker))
            .toList();
    clients =
        IntStream.range(0, CLIENTS)
            .mapToObj(id -> new SimClient(id, Habit.of(id, chance), chance, parts, checker.beliefs))
            .toList();
    consensus = new Consensus(replicas, parts, trace);
  }

  /**
   * What a run was like.
   *
   * @param grants how many leases were granted at once
   * @param digest of all states of the cluster, one after the other
   */
  record Report(long grants, long digest) {}

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
        step();
      }
      settle();
      return new Report(checker.grants(), checker.digest());
    } finally {
      replicas.forEach(replica -> replica.store.close());
    }
  }

  private void step() {
    pass(chance.micros(chance.oneIn(25) ? 3_000_000 : 80_000));
    replicas.stream().filter(Replica::isReady).filter(Replica::isTickDue).forEach(this::tick);
    some(() -> send(chance.pick(clients)));
    some(this::deliverRequest);
    each(this::propose);
    each(this::replicate);
    each(this::apply);
    some(this::deliverAnswer);
    if (chance.oneIn(6)) {
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

  private void pass(long micros) {
    trueMicros += micros;
    replicas.forEach(replica -> replica.pass(micros));
    clients.forEach(client -> client.clock.pass(micros));
  }

  private void tick(Replica leader) {
    if (chance.oneIn(2)) {
      leader.stampTick(trueMicros);
    }
  }

  private void send(SimClient client) {
    for (Request request : client.act()) {
      trace.add("%d: client %d sends %s", trueMicros, client.id, request);
      requests.add(new Message(client.id, client.operationNumber(), request, trueMicros));
    }
  }

  /** Any copy of any request may come at any time to any node that thinks it leads. */
  private void deliverRequest() {
    requests.removeIf(message -> trueMicros - message.sentMicros() > MESSAGE_LIFE_MICROS);
    List<Replica> leaders = replicas.stream().filter(Replica::isReady).toList();
    if (requests.isEmpty() || leaders.isEmpty()) {
      return;
    }
    Message message = chance.oneIn(10) ? chance.pick(requests) : chance.take(requests);
    if (!chance.oneIn(12)) {
      chance.pick(leaders).inbox.add(message);
    }
  }

  private void propose(Replica leader) {
    if (!leader.isReady()) {
      return;
    }
    if (!leader.inbox.isEmpty()) {
      List<Message> batch = new ArrayList<>();
      for (int i = chance.below(4); i >= 0 && !leader.inbox.isEmpty(); i--) {
        batch.add(leader.inbox.remove(0));
      }
      leader.stamp(batch, trueMicros);
    }
    append(leader);
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
      given.stream().filter(answer -> answer.message().client() >= 0).forEach(answers::add);
    }
  }

  private void deliverAnswer() {
    if (answers.isEmpty()) {
      return;
    }
    Answer answer = chance.oneIn(20) ? chance.pick(answers) : chance.take(answers);
    Message message = answer.message();
    if (!chance.oneIn(8)) {
      trace.add("%d: client %d hears %s", trueMicros, message.client(), answer.result());
      clients.get(message.client()).hear(message.operation(), answer.result());
    }
  }

  private void disturb(Replica replica) {
    int dice = chance.below(28);
    trace.add("%d: disturbance %d of replica %d", trueMicros, dice, replica.id);
    switch (dice) {
      case 0, 1 -> crashOrRestart(replica);
      case 2, 3, 4 -> pauseOrResume(replica);
      case 5, 6 -> replica.isolated = !replica.isolated;
      case 7, 8 -> consensus.elect(replica);
      case 9, 10 -> replica.clock.jumpWall(chance.between(-24 * HOUR_MICROS, 24 * HOUR_MICROS));
      case 11, 12 -> flush(replica);
      case 13, 14 -> compact(replica);
      case 15, 16, 17 -> administrate(replica);
      default -> heal(replica);
    }
  }

  private void crashOrRestart(Replica replica) {
    if (replica.up) {
      replica.crash();
    } else {
      replica.restart();
    }
  }

  private void pauseOrResume(Replica replica) {
    if (replica.pause != Replica.Pause.NONE) {
      replica.pause = Replica.Pause.NONE;
    } else if (replica.up) {
      replica.pause(chance.oneIn(2) ? Replica.Pause.STOPPED : Replica.Pause.SUSPENDED);
    }
  }

  private static void heal(Replica replica) {
    replica.isolated = false;
    replica.pause = Replica.Pause.NONE;
    if (!replica.up) {
      replica.restart();
    }
  }

  private static void flush(Replica replica) {
    if (replica.runs()) {
      replica.store.flush();
    }
  }

  private void compact(Replica replica) {
    if (replica.runs()) {
      parts.compact(replica, Math.max(0, replica.applied() - chance.below(4)));
    }
  }

  private void administrate(Replica leader) {
    if (leader.isReady()) {
      Command command =
          chance.oneIn(4) ? new Command.RaiseEpoch() : new Command.Configure(someSettings());
      leader.inbox.add(new Message(-1, adminRequests++, Request.of(command), trueMicros));
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
        chance.oneIn(3) ? 5 : 1_000);
  }

  /** Everything works again, and everybody must agree. */
  private void settle() {
    trace.add("%d: all is well again", trueMicros);
    replicas.forEach(Simulation::heal);
    Replica leader = electSomebody();
    for (int i = 0; i < 3; i++) {
      replicas.forEach(follower -> consensus.replicate(leader, follower, ALL));
      replicas.forEach(follower -> consensus.replicate(leader, follower, ALL));
      replicas.forEach(replica -> replica.apply(ALL));
      pass(1_500_000);
      leader.stampTick(trueMicros);
      while (!leader.stamped.isEmpty()) {
        leader.append(0);
      }
    }
    checker.converged(replicas);
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
