package io.tenure.jraft;

import io.tenure.node.logging.Throttled;
import io.tenure.replication.DigestComparison;
import io.tenure.replication.DigestComparison.Differs;
import io.tenure.replication.DigestComparison.Outvoted;
import io.tenure.replication.DigestComparison.Report;
import io.tenure.replication.DigestComparison.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Compares this member's state with that of the others, and stops the node if it is the one that is
 * wrong. Thread-safe.
 */
final class DigestWatch {

  private static final Logger LOG = LoggerFactory.getLogger(DigestWatch.class);
  private static final long ANSWER_MILLIS = 1_000;

  private final Throttled differences = new Throttled(LOG, Level.ERROR);
  private final RaftSettings settings;
  private final Supplier<MemberStatus> own;
  private final Function<RaftSettings.Member, CompletableFuture<MemberStatus>> ask;
  private final FailStop failStop;
  private volatile int differing;

  DigestWatch(
      RaftSettings settings,
      Supplier<MemberStatus> own,
      Function<RaftSettings.Member, CompletableFuture<MemberStatus>> ask,
      FailStop failStop) {
    this.settings = settings;
    this.own = own;
    this.ask = ask;
    this.failStop = failStop;
  }

  /** How many members had another state than this one when they were compared last. */
  int differing() {
    return differing;
  }

  /** Asks the others, and judges when they have answered. */
  void compare() {
    List<CompletableFuture<@Nullable Report>> asked = new ArrayList<>();
    for (RaftSettings.Member each : settings.members()) {
      if (!each.equals(settings.self())) {
        asked.add(reportOf(each));
      }
    }
    CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new))
        .thenRun(() -> judge(asked))
        .exceptionally(
            fault -> {
              LOG.error("states could not be compared", fault);
              return null;
            });
  }

  /** Null if the member did not say in time. */
  private CompletableFuture<@Nullable Report> reportOf(RaftSettings.Member member) {
    return ask.apply(member)
        .completeOnTimeout(null, ANSWER_MILLIS, TimeUnit.MILLISECONDS)
        .handle((status, failure) -> status == null ? null : report(member, status));
  }

  private static Report report(RaftSettings.Member member, MemberStatus status) {
    return new Report(member.id(), status.version(), status.digests());
  }

  private void judge(List<CompletableFuture<@Nullable Report>> asked) {
    List<Report> others = new ArrayList<>();
    for (CompletableFuture<@Nullable Report> each : asked) {
      Report report = each.join();
      if (report != null) {
        others.add(report);
      }
    }
    conclude(
        DigestComparison.judge(
            settings.members().size(), report(settings.self(), own.get()), others));
  }

  private void conclude(Verdict verdict) {
    if (verdict instanceof Outvoted outvoted) {
      differing = outvoted.members().size();
      failStop.halt(
          "after entry %d its state has the digest %016x, and %016x on %s"
              .formatted(
                  outvoted.index(),
                  outvoted.own(),
                  outvoted.theirs(),
                  String.join(", ", outvoted.members())));
    } else if (verdict instanceof Differs differs) {
      differing = differs.members().size();
      differences.log(
          "after entry %d the state of %s differs from this node's"
              .formatted(differs.index(), String.join(", ", differs.members())));
    } else {
      differing = 0;
    }
  }
}
