package io.tenure.simulation;

import io.tenure.simulation.KernelBugs.Patch;
import java.util.List;
import java.util.stream.Stream;

/** Bugs for reads and for waiting, planted as {@link KernelBugs} are. */
final class ReadBugs {

  private ReadBugs() {}

  static List<Patch> all() {
    return Stream.of(reads(), waits()).flatMap(List::stream).toList();
  }

  private static List<Patch> reads() {
    return List.of(
        new Patch(
            "a read is answered by a round that began before it came",
            "ReadRounds",
            "      waiting.add(read);",
            "      (underWay == null ? waiting : underWay.reads()).add(read);"),
        new Patch(
            "the reads of a round that failed are forgotten",
            "ReadRounds",
            "      again.forEach(this::add);",
            ""),
        new Patch(
            "reads are never too late",
            "ReadRounds",
            "if (read.isLate(nanos)) {",
            "if (read == null) {"),
        new Patch(
            "no round follows one that failed",
            "ReadRounds",
            "    underWay = null;\n    if (!succeeded) {",
            "    if (!succeeded) {"));
  }

  private static List<Patch> waits() {
    return List.of(
        new Patch(
            "who waits is registered, whatever the look shows",
            "Wait",
            "boolean ends = isToldOf(now);",
            "boolean ends = false;"),
        new Patch(
            "who waits is not registered", "Wait", "      list.add(this);", "      list.size();"),
        new Patch(
            "nobody is told that a claim has ended",
            "WaitList",
            "event instanceof ClaimChanged change &&",
            "event instanceof ClaimChanged change"
                + " && change.kind() != ClaimChanged.Kind.ENDED &&"),
        new Patch(
            "nobody is told what a snapshot changes",
            "WaitList",
            "List.copyOf(waits.keySet()).forEach(",
            "List.<ClaimId>of().forEach("),
        new Patch(
            "only one of several who wait is told",
            "WaitList",
            "        replies.add(wait.caller(), wait.told(now));",
            "        replies.add(wait.caller(), wait.told(now));\n        return;"),
        new Patch(
            "waiting has no end",
            "Waits",
            "nanos - byEnd.first().waiter().endsNanos() >= 0",
            "nanos == Long.MIN_VALUE"),
        new Patch(
            "who waits without a leader is not told",
            "Waits",
            "if (grace.isLeaderLost(nanos) && !open.isEmpty()) {",
            "if (nanos == Long.MIN_VALUE) {"));
  }
}
