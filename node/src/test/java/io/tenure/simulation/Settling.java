package io.tenure.simulation;

import io.tenure.kernel.Command;
import io.tenure.kernel.Command.Acquire;
import io.tenure.kernel.Command.Release;
import io.tenure.kernel.Command.WhenHeld;
import io.tenure.kernel.Holder;
import io.tenure.kernel.LeaseVersion;
import io.tenure.kernel.Level;
import io.tenure.kernel.Proof;
import io.tenure.kernel.Request;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Ttl;
import io.tenure.kernel.UserData;
import io.tenure.service.LeaderChange.Outcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;

/** The end of a run: everything works again, every node serves, and everybody must agree. */
final class Settling {

  private static final int ALL = Integer.MAX_VALUE / 2;
  private static final long STEP_MICROS = 100_000;
  private static final int STEPS = 60;
  private static final int LEADER_CHANGES = 15;
  private static final int COPIES_COME = 20;

  /** When all messages that were lost have been given up. */
  private static final int LAST_CALLS = 43;

  /** So many requests are never under way at one node. */
  private static final int MANY = 100;

  private static final long PATIENCE_NANOS = 3_000_000_000L;
  private static final ResourceKey RESOURCE = new ResourceKey("the last");

  private final Cluster cluster;
  private final World world;
  private final Observers observers;
  private final NodeFaults faults;
  private final LongConsumer pass;
  private final List<CompletableFuture<Long>> lastReads = new ArrayList<>();
  private final List<CompletableFuture<Outcome>> moves = new ArrayList<>();
  private int asked;
  private int answered;

  Settling(Cluster cluster, Observers observers, NodeFaults faults, LongConsumer pass) {
    this.cluster = cluster;
    world = cluster.world;
    this.observers = observers;
    this.faults = faults;
    this.pass = pass;
  }

  void run() {
    world.note("all is well again");
    world.allIsWell = true;
    cluster.upgrades.finish();
    faults.healAll();
    for (int i = 0; i < STEPS; i++) {
      pass.accept(STEP_MICROS);
      world.checker.requireInTime();
      if (i == LEADER_CHANGES) {
        changeLeader();
      }
      if (i == COPIES_COME) {
        cluster.network.releaseAll();
      }
      if (i == LAST_CALLS) {
        cluster.nodes.forEach(node -> callLast(node.process()));
      }
    }
    world.checker.requireInTime();
    requireService();
    SimNode leader = catchUp();
    if (leader.table().isTimed()) {
      world.checker.times.idle(leader.table().nextExpiry(), world.agenda.nowMicros());
    }
    requireDuties(leader);
    world.checker.converged(cluster.nodes);
  }

  private static void requireDuties(SimNode leader) {
    boolean newest = leader.table().level() == Level.NEWEST;
    if (!newest || !leader.table().settings().equals(leader.wanted())) {
      throw new AssertionError(
          "all is well, but the cluster has not the newest level, or not its leader's settings");
    }
  }

  /** In some runs only: a leader that does not work is not to be helped by another. */
  private void changeLeader() {
    if (cluster.nodes.stream().anyMatch(node -> node.process().isStopping())) {
      return;
    }
    switch (world.chance.below(3)) {
      case 0 -> handOver();
      case 1 -> cluster.leaders().forEach(this::stop);
      default -> {}
    }
  }

  private void handOver() {
    SimNode target = world.chance.pick(cluster.nodes);
    SimProcess asked = world.chance.pick(cluster.nodes).process();
    world.note("node %d must lead", target.id);
    moves.add(
        world.checker.handOvers.ask(asked, Optional.of(target), world.checker).request.outcome());
  }

  /** Nobody notices that a leader stops, whichever node was asked, if it takes many requests. */
  private void stop(SimNode leader) {
    if (cluster.requestLimit >= MANY) {
      cluster.nodes.stream().filter(node -> node != leader).forEach(node -> call(node.process()));
    }
    moves.add(Stopping.begin(leader, world).outcome());
  }

  private void callLast(SimProcess process) {
    call(process);
    lastReads.add(observers.read(process));
  }

  private void call(SimProcess process) {
    submit(process, new Release(RESOURCE, new Proof.ByVersion(new LeaseVersion(1)), false));
    submit(
        process,
        new Acquire(RESOURCE, Holder.ANONYMOUS, new Ttl(1), WhenHeld.REFUSE, UserData.NONE, ""));
  }

  private void submit(SimProcess process, Command command) {
    asked++;
    Request request = Request.of(command);
    RequestCall.submit(process, request, PATIENCE_NANOS, world.checker, result -> answered++);
  }

  private void requireService() {
    long unread =
        lastReads.stream()
            .filter(read -> !read.isDone() || read.isCompletedExceptionally())
            .count();
    if (!moves.stream().allMatch(move -> move.getNow(Outcome.UNKNOWN) == Outcome.LEADS)) {
      throw new AssertionError("all is well, but leadership was not handed over: " + moves);
    }
    if (answered < asked || unread > 0) {
      throw new AssertionError(
          "all is well, but only %d of %d requests had a result, and %d reads have none"
              .formatted(answered, asked, unread));
    }
  }

  /** Lets all nodes apply what is in the log. */
  private SimNode catchUp() {
    SimNode leader =
        cluster.nodes.stream()
            .filter(SimNode::leads)
            .max(Comparator.comparingLong(node -> node.term))
            .orElseThrow(() -> new AssertionError("nobody leads"));
    for (int i = 0; i < 2; i++) {
      cluster.nodes.forEach(follower -> cluster.consensus.replicate(leader, follower, ALL));
    }
    cluster.nodes.forEach(node -> node.apply(ALL));
    return leader;
  }
}
