package io.tenure.simulation;

import java.util.List;
import java.util.stream.Stream;

/** Bugs for the kernel, each a piece of its source and what to put there instead. */
final class KernelBugs {

  /** Invariant: the piece is in the source of the class exactly once. */
  record Patch(String bug, String className, String piece, String replacement) {
    @Override
    public String toString() {
      return bug;
    }
  }

  private KernelBugs() {}

  static List<Patch> all() {
    return Stream.of(queues(), endings(), times(), restarts(), renewals(), answers(), rights())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Patch> queues() {
    return List.of(
        new Patch(
            "the last in line is promoted",
            "Decisions",
            "table.queue(claim.resource(), 1).forEach(this::promote);",
            """
            var line = table.queue(claim.resource(), Integer.MAX_VALUE);
            line.stream().skip(Math.max(0, line.size() - 1)).forEach(this::promote);
            """),
        new Patch(
            "an expired lease goes to nobody",
            "Decisions",
            "if (claim.isActive()) {",
            "if (claim.isActive() && ending != EXPIRED) {"),
        new Patch(
            "two are promoted",
            "Decisions",
            "table.queue(claim.resource(), 1)",
            "table.queue(claim.resource(), 2)"),
        new Patch(
            "who leaves the queue promotes the next",
            "Decisions",
            "if (claim.isActive()) {",
            "if (true) {"));
  }

  private static List<Patch> endings() {
    return List.of(
        new Patch(
            "commands meet expired leases",
            "Lease",
            "return !now.isBefore(expiresAt);",
            "return false;"),
        new Patch(
            "a claim is amended before its resource is settled",
            "Decisions",
            "table.claim(command.claim()).ifPresent(claim -> settle(claim.resource()));",
            ""),
        new Patch(
            "leases end a second early",
            "Lease",
            "return !now.isBefore(expiresAt);",
            "return !now.plusMicros(1_000_000).isBefore(expiresAt);"),
        new Patch(
            "a tick leaves what ends just now",
            "LeaseTable",
            "next.at().compareTo(now.cluster()) <= 0",
            "next.at().compareTo(now.cluster()) < 0"));
  }

  private static List<Patch> times() {
    return List.of(
        new Patch(
            "time is what the stamp says",
            "LeaseKernel",
            "if (table.now().cluster().isBefore(stamp.cluster())) {",
            "if (!table.now().cluster().equals(stamp.cluster())) {"),
        new Patch(
            "the ttl of who waited counts from the filing",
            "Claim",
            "return activate(Lease.grant(version, now, ttl), null);",
            "return activate(Lease.grant(version, filed, ttl), null);"),
        new Patch(
            "a replica asks its own clock",
            "Ttl",
            "from.plusMicros(Math.max(1, micros))",
            "from.plusMicros(Math.max(1, micros) + System.nanoTime() % 2)"));
  }

  private static List<Patch> restarts() {
    return List.of(
        new Patch(
            "a restart resets the token counter",
            "LeaseTable",
            "lastVersion = head.lastVersion();",
            ""),
        new Patch(
            "a restart forgets the request keys", "LeaseTable", "kept.forEach(answers::keep);", ""),
        new Patch(
            "the epoch is not kept in mind",
            "LeaseTable",
            "lastVersion = event.last();",
            "lastVersion = new LeaseVersion(0);"));
  }

  private static List<Patch> renewals() {
    return List.of(
        new Patch(
            "a renewal changes the token",
            "Lease",
            "new Lease(token, newVersion,",
            "new Lease(newVersion.asToken(), newVersion,"),
        new Patch(
            "a renewal keeps the version",
            "Lease",
            "new Lease(token, newVersion,",
            "new Lease(token, version,"),
        new Patch(
            "a renewal leaves its old end in the list",
            "Slots",
            "expiries.remove(Expiry.of(slot.holder));",
            ""));
  }

  private static List<Patch> answers() {
    return List.of(
        new Patch(
            "a repeated request acts again",
            "LeaseKernel",
            "if (fingerprint.isPresent()) {",
            "if (fingerprint.isPresent() && fingerprint.get() != key.fingerprint()) {"),
        new Patch(
            "an answer is dropped with the entry that asks for it",
            "LeaseKernel",
            "dropIfOver(key.name());",
            ""));
  }

  private static List<Patch> rights() {
    return List.of(
        new Patch(
            "anybody renews as if it were the owner",
            "Decisions",
            "return own && command.whenHeld() == RENEW_IF_OWN",
            "return command.whenHeld() == RENEW_IF_OWN"),
        new Patch(
            "an old version is proof enough",
            "Proof",
            "return active.tenure().version().equals(version);",
            "return active.tenure().version().value() >= version.value();"),
        new Patch(
            "the quota is not given back",
            "NamespaceCounts",
            "(key, count) -> count == 1 ? null : count - 1",
            "(key, count) -> count"));
  }
}
