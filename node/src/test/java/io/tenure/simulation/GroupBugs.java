package io.tenure.simulation;

import io.tenure.simulation.KernelBugs.Patch;
import java.util.List;
import java.util.stream.Stream;

/**
 * Bugs for what members decide about leadership and together, planted as {@link KernelBugs} are.
 */
final class GroupBugs {

  private GroupBugs() {}

  static List<Patch> all() {
    return Stream.of(questions(), transfers(), duties(), losses(), endings(), ages())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Patch> questions() {
    return List.of(
        new Patch(
            "a hand-over of which nobody knows is told as not begun",
            "HandOvers",
            "if (question.end()) {\n      question.request()",
            "if (question.end()) {\n      question.request().notBegun(question);\n"
                + "      question.request()"),
        new Patch(
            "what was begun is told as not begun",
            "HandOver",
            "return maybeBegun > 0 ? Outcome.UNKNOWN : Outcome.NOT_BEGUN;",
            "return Outcome.NOT_BEGUN;"),
        new Patch(
            "a member is said to lead as soon as the leader has begun to hand over",
            "HandOvers",
            "request.begun(); // it will be reached, or time will be over",
            "end(request, Outcome.LEADS);"),
        new Patch("a hand-over has no end", "HandOvers", "request.isLate(nanos) || ", ""),
        new Patch(
            "a leader that cannot hand over now is not asked again",
            "HandOver",
            "      asked = null;\n      askAgainNanos = nanos;\n    }\n  }\n\n  /** When",
            "      askAgainNanos = nanos;\n    }\n  }\n\n  /** When"),
        new Patch(
            "there are two outcomes", "HandOvers", "if (open.remove(request)) {", "if (true) {"));
  }

  private static List<Patch> transfers() {
    return List.of(
        new Patch(
            "a leader hands over before it has answered everybody",
            "Transfers",
            "(nothingUnderWay || nanos - drainedNanos >= 0)",
            "nanos >= drainedNanos - DRAIN_NANOS"),
        new Patch(
            "a leader goes on proposing while it is about to hand over",
            "Member",
            "if (!group.handOvers.holds(nanos)) {",
            "if (nanos != Long.MIN_VALUE) {"),
        new Patch(
            "a leader that could not hand over is not asked to do so any more",
            "Transfers",
            "      current = null;\n      restsUntilNanos",
            "      restsUntilNanos"));
  }

  private static List<Patch> duties() {
    return List.of(
        new Patch(
            "settings are proposed again while they are under way",
            "LeaderDuties",
            "if (!leads || underWay > 0) {",
            "if (!leads) {"),
        new Patch(
            "settings that could not be proposed are given up",
            "LeaderDuties",
            "    protected void onUnknown(String reason) {\n      underWay--;",
            "    protected void onUnknown(String reason) {"),
        new Patch(
            "the level that the leader knows counts, not the lowest",
            "LeaderDuties",
            "common = common.commonWith(newest);",
            ""),
        new Patch(
            "the level rises though a member says nothing",
            "LeaderDuties",
            "levels.size() == setup.members().size()",
            "levels.size() >= setup.members().size() - 1"),
        new Patch(
            "settings are sent to another leader",
            "LeaderDuties",
            "protected boolean isForAnyLeader() {\n      return false;",
            "protected boolean isForAnyLeader() {\n      return true;"));
  }

  private static List<Patch> losses() {
    return List.of(
        new Patch(
            "all followers stand at once",
            "LeaderLoss",
            "nanos + STAGGER_NANOS * placeInLine(member)",
            "nanos"),
        new Patch(
            "who finds a former leader gone stands against the new one",
            "LeaderLoss",
            "if (standing.equals(probed)) {",
            "if (probed != null) {"),
        new Patch(
            "a look that was planned for a former leader is done for the next",
            "LeaderLoss",
            "    standing = next;\n    planned = false;",
            "    standing = next;"),
        new Patch(
            "nobody looks for a leader whose connection has ended",
            "LeaderLoss",
            "if (leaders && !planned) {",
            "if (leaders && planned) {"));
  }

  private static List<Patch> endings() {
    return List.of(
        new Patch(
            "a node that stops does not say what became of what is under way",
            "Member",
            "    dispatch.abandon(nanos);\n",
            ""),
        new Patch(
            "a node that stops refuses what may be applied",
            "Dispatch",
            "outbox.unanswered().forEach(batch -> giveUp(batch, Member.CLOSING, nanos));",
            "outbox.unanswered().forEach("
                + "batch -> batch.submissions().forEach(each -> each.refused(Member.CLOSING)));"),
        new Patch("a node that stops forgets those who wait", "Member", "    waits.close();\n", ""),
        new Patch(
            "a node that stops forgets the reads of the last round",
            "Member",
            "    reads.abandon();\n",
            ""),
        new Patch(
            "a node that stops does not wait until somebody else leads",
            "HandOver",
            ": !standing.mine() && standing.leader().isPresent();",
            ": true;"));
  }

  private static List<Patch> ages() {
    return List.of(
        new Patch(
            "a state counts as half as old as it is",
            "StateAge",
            "(nowNanos - currentNanos) / 1_000",
            "(nowNanos - currentNanos) / 2_000"),
        new Patch(
            "the age counts from the end of a round",
            "Round",
            "  public long beganNanos() {\n    return beganNanos;",
            "  public long beganNanos() {\n    return beganNanos + 100_000_000;"));
  }
}
