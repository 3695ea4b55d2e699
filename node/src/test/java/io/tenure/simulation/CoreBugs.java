package io.tenure.simulation;

import io.tenure.simulation.KernelBugs.Patch;
import java.util.List;
import java.util.stream.Stream;

/** Bugs for the core of replication, planted as {@link KernelBugs} are. */
final class CoreBugs {

  private CoreBugs() {}

  static List<Patch> all() {
    return Stream.of(queues(), slots(), batches(), members(), foreigners(), endings(), states())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Patch> queues() {
    return List.of(
        new Patch(
            "a request is looked at in one queue and taken from the other",
            "Outbox",
            "Submission next = queue.peekFirst();",
            "Submission next = (ordinary.isEmpty() ? queue : ordinary).peekFirst();"),
        new Patch(
            "what is sent again goes behind what came later",
            "Outbox",
            "queue.addFirst(front.get(i));",
            "queue.addLast(front.get(i));"),
        new Patch(
            "what is sent again goes before what came earlier and is sent again, too",
            "Outbox",
            "queue.peekFirst().number() < newest",
            "newest < 0"),
        new Patch(
            "claims go before renewals",
            "Outbox",
            "return urgent.isEmpty() ? ordinary : urgent;",
            "return ordinary.isEmpty() ? urgent : ordinary;"),
        new Patch(
            "a message to the leader holds renewals and claims",
            "Outbox",
            "to.mine() ? first() : only;",
            "first();"));
  }

  private static List<Patch> slots() {
    return List.of(
        new Patch(
            "late requests are still sent",
            "Outbox",
            "if (nanos - next.waitsUntilNanos() >= 0) {",
            "if (next == null) {"),
        new Patch(
            "slots are not freed",
            "Outbox",
            "return underWay.remove(batch) || aside.remove(batch);",
            "return underWay.contains(batch) || aside.remove(batch);"),
        new Patch(
            "what was sent to a former leader is forgotten",
            "Outbox",
            "      aside.add(batch);",
            "      aside.size();"),
        new Patch(
            "what is under way is never too late",
            "Outbox",
            "if (submission.isLate(nanos)) {",
            "if (submission == null) {"),
        new Patch("who was answered still counts", "Member", "taken--;", ""),
        new Patch(
            "a member that was to hand over sends nothing any more",
            "Transfers",
            "return leads && current != null && nanos - drainedNanos < 0;",
            "return leads && drainedNanos != 0;"));
  }

  private static List<Patch> batches() {
    return List.of(
        new Patch(
            "a batch that failed is taken for one that was kept out of the log",
            "Dispatch",
            "if (kept) {",
            "if (batch != null) {"),
        new Patch(
            "what a former leader's log refuses is proposed again at once",
            "Dispatch",
            "unanswered(batch, \"leadership",
            "giveUp(batch, \"leadership"),
        new Patch(
            "what a lost leader had is dropped",
            "Dispatch",
            "      putBack(again);\n    }\n    return expected;",
            "    }\n    return expected;"),
        new Patch(
            "what a follower sends back is not sent again",
            "Dispatch",
            "      case NOT_LEADER -> {\n        return true;",
            "      case NOT_LEADER -> {\n        return false;"),
        new Patch(
            "what the leader does not know is told as refused",
            "Dispatch",
            "return submission.lost(ending.reason(), nanos);",
            "submission.refused(ending.reason());\nreturn false;"),
        new Patch(
            "results go to the wrong requests",
            "Dispatch",
            "batch.submissions().get(i).applied(result);",
            "batch.submissions().get(results.size() - 1 - i).applied(result);"));
  }

  private static List<Patch> members() {
    return List.of(
        new Patch(
            "a member that was paused stamps without asking a quorum",
            "Dispatch",
            "if (time.mustAskQuorum(nanos)) {",
            "if (nanos == Long.MIN_VALUE) {"),
        new Patch(
            "after a tick there is no other",
            "Ticks",
            "      underWay = false;\n      lookDue = true;",
            "      lookDue = true;"),
        new Patch(
            "after a tick that was lost there is no other",
            "Ticks",
            "    protected void onUnknown(String reason) {\n      underWay = false;",
            "    protected void onUnknown(String reason) {"),
        new Patch(
            "a quorum that is silent is not asked again",
            "Confirmation",
            "if (!underWay || nanos - askAgainNanos >= 0) {",
            "if (!underWay) {"));
  }

  private static List<Patch> foreigners() {
    return List.of(
        new Patch(
            "a follower takes the requests of others",
            "Member",
            "    if (standing.mine()) {\n      batch.submissions(",
            "    if (batch != null) {\n      batch.submissions("),
        new Patch(
            "a former leader sends on what others sent to it",
            "ForwardedBatch",
            "protected boolean isForAnyLeader() {\n      return false;",
            "protected boolean isForAnyLeader() {\n      return true;"),
        new Patch(
            "the level of what others send is not looked at",
            "ForwardedBatch",
            "if (!RequestCodec.atLevel(level, request).equals(request)) {",
            "if (level < 0) {"),
        new Patch(
            "anybody may ask for what only leaders may",
            "ForwardedBatch",
            "return isForLeadersOnly(request.command())",
            "return level < 0"),
        new Patch(
            "a reply has its endings in the wrong places",
            "ForwardedBatch",
            "endings[place] = ending;",
            "endings[endings.length - 1 - place] = ending;"));
  }

  private static List<Patch> endings() {
    return List.of(
        new Patch(
            "what can be carried out twice is sent again",
            "Submission",
            "boolean again = isRepeatable() && !isLate(nanos);",
            "boolean again = !isLate(nanos);"),
        new Patch("a request ends more than once", "Submission", "    over = true;\n", ""),
        new Patch(
            "what one leader may have applied is refused by the next",
            "ClientRequest",
            "mayBeApplied = true;",
            ""));
  }

  private static List<Patch> states() {
    return List.of(
        new Patch(
            "an entry that the store has is applied again",
            "ReplicatedState",
            "return entry.index() <= index;",
            "return entry.index() < index;"),
        new Patch(
            "the store gets old events again",
            "ReplicatedState",
            "    events.clear();\n    listeners",
            "    listeners"),
        new Patch(
            "nobody is told of what was applied",
            "ReplicatedState",
            "listeners.forEach(listener -> listener.applied(told, applied));",
            ""));
  }
}
