package io.tenure.simulation;

import io.tenure.kernel.Claim;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.StateView;
import io.tenure.replication.Read;
import io.tenure.replication.Wait;
import io.tenure.service.Caller;
import io.tenure.service.UnavailableException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Clients that change nothing: they read, and wait for claims to change. */
final class Observers {

  private static final int RECENT_CLAIMS = 4;
  private static final long SECOND_NANOS = 1_000_000_000L;

  private final World world;
  private final Chance chance;
  private final Checker checker;

  Observers(World world) {
    this.world = world;
    chance = world.chance;
    checker = world.checker;
  }

  /** Reads at one node, and checks that it is shown enough. */
  CompletableFuture<Long> read(SimProcess process) {
    long due = process.nanos() + SECOND_NANOS * (1 + chance.below(8));
    Call call = new Call(process, "a read", due, ReadIndex.LONGEST_MICROS);
    long heardBefore = checker.reads.heardOf();
    ClaimId claim = someClaim();
    Read<Long> read = new Read<>(state -> look(process, state, claim), new Caller(call, due));
    checker.calls.begins(call);
    CompletableFuture<Long> answer =
        read.answer()
            .whenComplete(
                (shown, failure) -> {
                  checker.calls.ends(call);
                  checker.guard(
                      () -> {
                        requireUnavailable(failure);
                        if (shown != null) {
                          checker.reads.answered(shown, heardBefore);
                        }
                      });
                });
    process.tell((member, nanos) -> member.read(read, nanos));
    return answer;
  }

  private static long look(SimProcess process, StateView state, ClaimId claim) {
    state.holder(new ResourceKey("r0"));
    state.claim(claim); // which may need the archive
    return process.state.applied().index();
  }

  private ClaimId someClaim() {
    long last = checker.lastClaim().value();
    return new ClaimId(Math.max(1, last - chance.below(RECENT_CLAIMS)));
  }

  /** Waits at one node until a claim is not any more as it is there. */
  void await(SimProcess process) {
    ClaimId claim = someClaim();
    ClaimStatus from =
        process.node.table().claim(claim).map(Claim::status).orElse(ClaimStatus.WAITING);
    long ends = process.nanos() + chance.micros(6_000_000) * 1_000;
    long due = ends + 3 * SECOND_NANOS;
    WaitRules.Watch watch = new WaitRules.Watch(process, claim, from, ends, due);
    Wait wait = new Wait(claim, from, ends, new Caller(watch, due));
    checker.waits.begins(watch);
    wait.answer()
        .whenComplete(
            (told, failure) -> {
              checker.guard(
                  () -> {
                    requireUnavailable(failure);
                    checker.waits.ends(watch, told);
                  });
              process.tell((member, nanos) -> member.waitEnded(wait));
            });
    process.tell((member, nanos) -> member.await(wait, nanos));
    world.note("somebody waits at node %d while %s is %s", process.node.id, claim, from);
  }

  /** Asks the state of a node as it is, and checks that it is not older than it says. */
  void readLocally(SimProcess process) {
    long nanos = process.nanos();
    long stale = process.age.staleMicros(nanos);
    StateView state = process.state.view(process.node.store, stale, nanos);
    state.claim(someClaim());
    if (state.staleMicros() == StateView.UNKNOWN_AGE) {
      return;
    }
    long passed = process.node.clock.trueMicrosFor(1_000 * (state.staleMicros() + 1));
    long asOf = world.agenda.nowMicros() - passed;
    if (asOf > process.node.suspendedMicros()) { // a clock that stood still knows of no age
      checker.reads.shownLocally(process.node.applied(), asOf);
    }
  }

  /** A call fails for one reason only, if it does. */
  private static void requireUnavailable(@Nullable Throwable failure) {
    if (failure != null && !(failure instanceof UnavailableException)) {
      throw new AssertionError("a read fails", failure);
    }
  }
}
