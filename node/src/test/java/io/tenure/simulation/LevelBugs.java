package io.tenure.simulation;

import io.tenure.simulation.KernelBugs.Patch;
import java.util.List;
import java.util.stream.Stream;

/** Bugs for what later levels added, planted as {@link KernelBugs} are. */
final class LevelBugs {

  private LevelBugs() {}

  static List<Patch> all() {
    return Stream.of(levels(), graces(), asks(), deliveries(), senders(), memos(), turns())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Patch> levels() {
    return List.of(
        new Patch(
            "the level is raised though a member does not know it",
            "KnownLevels",
            "return newest <= othersNewest ? this : new KnownLevels(othersNewest);",
            "return this;"),
        new Patch(
            "an older version applies what is of a later level",
            "ReplicatedState",
            "if (!known.equals(KnownLevels.ALL)) {",
            "if (known.newest() < 0) {"),
        new Patch(
            "an older version takes up state of a later level",
            "ReplicatedState",
            "known.require(stored.level());",
            ""),
        new Patch("a restart forgets the level", "LeaseTable", "level = head.level();", ""),
        new Patch(
            "every replica has a level of its own",
            "LeaseTable",
            "    public void on(LevelRaised event) {\n      level = event.level();",
            "    public void on(LevelRaised event) {\n"
                + "      level = System.nanoTime() % 2 == 0 ? 1 : 2;"));
  }

  private static List<Patch> graces() {
    String asked =
        "return with(end.isBefore(lease.expiresAt()) ? lease.endingAt(end) : lease, null);";
    return List.of(
        new Patch(
            "a promoted claim does not wait for its owner",
            "Claim",
            "if (asks == null || ttl.isForever() || settings.promotionGraceMicros() == 0) {",
            "if (true) {"),
        new Patch(
            "a lease ends with the grace",
            "Claim",
            "return activate(Lease.grant(version, now, ttl).endingAt(ttl.endsAt(start)), asks);",
            "return activate(Lease.grant(version, now, ttl).endingAt(start), asks);"),
        new Patch(
            "every ask starts the grace again",
            "Claim",
            asked,
            "return with(lease.endingAt(end.plusMicros(open.longestMicros())), open);"),
        new Patch(
            "who asks gets no more than what is left of its ttl since the promotion",
            "Claim",
            asked,
            "return with(lease.endingAt(ttl.endsAt(lease.granted().cluster())), null);"),
        new Patch("who asks keeps its grace", "Claim", asked, "return with(lease, null);"));
  }

  private static List<Patch> asks() {
    return List.of(
        new Patch(
            "the grace does not follow how rarely an owner asks",
            "Asks",
            "new Asks(now, Math.max(longestMicros, now.microsSince(last)))",
            "new Asks(now, longestMicros)"),
        new Patch(
            "the last time between two asks counts, not the longest",
            "Asks",
            "new Asks(now, Math.max(longestMicros, now.microsSince(last)))",
            "new Asks(now, now.microsSince(last))"),
        new Patch(
            "who waits and asks is not noted",
            "Decisions",
            "if (claim.asks() == null) {",
            "if (claim.asks() == null || !claim.isActive()) {"));
  }

  private static List<Patch> deliveries() {
    return List.of(
        new Patch(
            "deliveries are forgotten after a few seconds",
            "LeaseKernel",
            "DELIVERY_MICROS = 12_000_000;",
            "DELIVERY_MICROS = 3_000_000;"),
        new Patch(
            "a copy that comes after its delivery was forgotten is carried out",
            "LeaseKernel",
            "if (entry.isPresent() || table.deliveries().isForgotten(delivery)) {",
            "if (entry.isPresent()) {"),
        new Patch(
            "the last number that was forgotten counts, not the highest",
            "DeliveryMemo",
            "before == null ? id.number() : Math.max(before, id.number())",
            "id.number()"),
        new Patch(
            "who was forgotten is forgotten by a restart",
            "LeaseTable",
            "head.forgotten().forEach(deliveries::forget);",
            ""),
        new Patch(
            "a restart forgets the deliveries",
            "LeaseTable",
            "delivered.forEach(deliveries::keep);",
            ""),
        new Patch(
            "two copies in one entry are both carried out",
            "LeaseKernel",
            "return delivered.computeIfAbsent(delivery, id -> answerOnce(request));",
            "Result any = answerOnce(request);\ndelivered.put(delivery, any);\nreturn any;"),
        new Patch(
            "numbers of all senders are one",
            "LeaseKernel",
            "DeliveryId delivery = request.delivery();",
            "DeliveryId delivery = request.delivery() == null ? null"
                + " : new DeliveryId(0, request.delivery().number());"));
  }

  private static List<Patch> senders() {
    return List.of(
        new Patch(
            "a node sends again what nobody remembers",
            "OutgoingRequest",
            "return mayBeApplied && lastSendNanos - callersNanos < 0 ? lastSendNanos :"
                + " callersNanos;",
            "return callersNanos;"),
        new Patch(
            "a node sends requests of the second level to a cluster of the first",
            "OutgoingRequest",
            "renews || level >= Level.SECOND,",
            "true,"));
  }

  private static List<Patch> turns() {
    String empty = "return ttl.micros() == 0 && asks == null;";
    return List.of(
        new Patch(
            "a tick passes the turn by who would hold it", "Claim", empty, "return asks == null;"),
        new Patch(
            "a tick does not wait for an owner who asks",
            "Claim",
            empty,
            "return ttl.micros() == 0;"),
        new Patch(
            "a tick passes the turn on before all members do so",
            "Decisions",
            "return table.level() >= Level.THIRD",
            "return table.level() >= Level.FIRST"),
        new Patch(
            "a queue of empty leases takes a tick for each",
            "Decisions",
            "next = successorThatIsOver(claim).or(table::nextExpired);",
            "next = table.nextExpired();"));
  }

  private static List<Patch> memos() {
    String rule = "return level >= Level.SECOND && (keeps(command) || givesBack(command));";
    return List.of(
        new Patch(
            "a full memo refuses renewals",
            "MemoRules",
            rule,
            "return level >= Level.SECOND && givesBack(command);"),
        new Patch(
            "a full memo refuses releases",
            "MemoRules",
            rule,
            "return level >= Level.SECOND && keeps(command);"),
        new Patch(
            "renewals fill the whole memo",
            "MemoRules",
            "? settings.memoLimit() / 2",
            "? settings.memoLimit()"),
        new Patch(
            "a full memo lets new claims go unremembered", "MemoRules", rule, "return true;"));
  }
}
