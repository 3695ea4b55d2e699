package io.tenure.kernel;

import static java.util.stream.Collectors.toCollection;

import io.tenure.kernel.Slots.Expiry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What is true of every table between two log entries, as code. */
public final class Invariants {

  private static final ResourceKey FIRST_OF_ALL = new ResourceKey("\0");

  private final LeaseTable table;
  private final List<Claim> active = new ArrayList<>();
  private final List<Claim> waiting = new ArrayList<>();

  private Invariants(LeaseTable table) {
    this.table = table;
    table.activeAfter(ClaimId.NONE).forEach(active::add);
    table.waitingAfter(ClaimId.NONE).forEach(waiting::add);
  }

  /** Throws an {@link AssertionError} that says which rule is broken. */
  public static void check(LeaseTable table) {
    Invariants invariants = new Invariants(table);
    invariants.everyResourceHasOneHolderAndAQueueBehindIt();
    invariants.everyClaimIsWhereItsStatusSays();
    invariants.expiriesAreThoseOfTheActiveClaims();
    invariants.numbersAreUniqueAndCounted();
    invariants.timesAreInOrder();
    invariants.namespacesAreCounted();
    invariants.endedClaimsAreCounted();
    invariants.aRestoredTableIsTheSame();
  }

  /** After a tick that left nothing to do. */
  public static void checkNothingHasRunOut(LeaseTable table) {
    require(
        table.now().cluster().isBefore(table.nextExpiry()),
        "a lease ran out at %s and is held at %s",
        table.nextExpiry(),
        table.now());
  }

  private void everyResourceHasOneHolderAndAQueueBehindIt() {
    int holders = 0;
    int queued = 0;
    for (ResourceKey resource : table.resourcesFrom(FIRST_OF_ALL)) {
      require(table.holder(resource).isPresent(), "%s is free but not forgotten", resource);
      Claim holder = table.holder(resource).orElseThrow();
      require(holder.resource().equals(resource), "%s holds %s", holder, resource);
      holders++;
      queued += checkQueue(resource, holder);
    }
    require(holders == active.size(), "%d hold, %d are active", holders, active.size());
    require(queued == waiting.size(), "%d queue, %d are waiting", queued, waiting.size());
  }

  private int checkQueue(ResourceKey resource, Claim holder) {
    List<Claim> queue = table.queue(resource, Integer.MAX_VALUE);
    ClaimId last = holder.id();
    for (int i = 0; i < queue.size(); i++) {
      Claim claim = queue.get(i);
      require(last.compareTo(claim.id()) < 0, "%s is behind %s on %s", claim, last, resource);
      require(claim.resource().equals(resource), "%s waits for %s", claim, resource);
      require(table.position(claim) == i + 1, "%s is not at position %d", claim, i + 1);
      last = claim.id();
    }
    require(queue.size() == table.queueLength(resource), "%s miscounts its queue", resource);
    return queue.size();
  }

  private void everyClaimIsWhereItsStatusSays() {
    for (Claim claim : active) {
      require(claim.isActive(), "%s is not active", claim);
      boolean holds = table.holder(claim.resource()).filter(claim::equals).isPresent();
      require(holds, "%s is active but does not hold", claim);
    }
    for (Claim claim : waiting) {
      require(claim.status() == ClaimStatus.WAITING, "%s does not wait", claim);
    }
    require(table.activeClaims() == active.size(), "active claims are miscounted");
    require(table.liveClaims() == active.size() + waiting.size(), "live claims are miscounted");
  }

  private void expiriesAreThoseOfTheActiveClaims() {
    Set<Expiry> expected =
        active.stream()
            .filter(claim -> !claim.tenure().expiresAt().equals(ClusterTime.NEVER))
            .map(claim -> new Expiry(claim.tenure().expiresAt(), claim.id()))
            .collect(toCollection(TreeSet::new));
    require(expected.equals(table.expiries()), "%s are not %s", table.expiries(), expected);
  }

  private void numbersAreUniqueAndCounted() {
    Set<Long> tokens = new TreeSet<>();
    Set<Long> versions = new TreeSet<>();
    for (Claim claim : active) {
      Lease lease = claim.tenure();
      require(tokens.add(lease.token().value()), "%s shares its token", claim);
      require(versions.add(lease.version().value()), "%s shares its version", claim);
      require(lease.token().value() <= lease.version().value(), "%s has a late token", claim);
      require(lease.version().value() <= table.lastVersion().value(), "%s is ahead", claim);
    }
    for (Claim claim : waiting) {
      require(claim.id().compareTo(table.nextClaimId()) < 0, "%s is ahead", claim);
    }
  }

  private void timesAreInOrder() {
    for (Claim claim : active) {
      Lease lease = claim.tenure();
      requireOrder(claim.filed(), lease.granted(), claim);
      requireOrder(lease.granted(), lease.renewed(), claim);
      requireOrder(lease.renewed(), table.now(), claim);
      require(lease.renewed().cluster().isBefore(lease.expiresAt()), "%s never held", claim);
    }
    waiting.forEach(claim -> requireOrder(claim.filed(), table.now(), claim));
  }

  private static void requireOrder(Moment earlier, Moment later, Claim claim) {
    require(!later.cluster().isBefore(earlier.cluster()), "the times of %s are mixed up", claim);
  }

  private void namespacesAreCounted() {
    Map<String, Integer> expected = new TreeMap<>();
    for (List<Claim> claims : List.of(active, waiting)) {
      for (Claim claim : claims) {
        expected.merge(claim.namespace(), 1, Integer::sum);
      }
    }
    expected.remove("");
    require(expected.equals(table.liveByNamespace()), "namespaces are miscounted: %s", expected);
  }

  private void endedClaimsAreCounted() {
    EndedLedger ledger = table.endedLedger();
    require(ledger.dropped() <= ledger.ended(), "more was forgotten than ended");
    long last = 0;
    for (EndedLedger.Mark mark : ledger.marks()) {
      require(mark.first() > last, "mark %s is out of order", mark);
      require(mark.first() <= ledger.ended(), "mark %s is ahead", mark);
      require(!mark.last().isBefore(mark.opened()), "mark %s is upside down", mark);
      last = mark.first();
    }
    boolean covered = ledger.isEmpty() || ledger.marks().get(0).first() <= ledger.dropped() + 1;
    require(covered, "ended claims without a mark: %s", ledger.marks());
  }

  private void aRestoredTableIsTheSame() {
    List<Claim> live = new ArrayList<>(active);
    live.addAll(waiting);
    live.sort((one, other) -> one.id().compareTo(other.id()));
    LeaseTable copy = new LeaseTable();
    copy.restore(table.head(), live, table.answers().inOrder(), table.deliveries().inOrder());
    require(copy.digest() == table.digest(), "the digest is not that of the content");
    require(copy.head().equals(table.head()), "the head does not survive");
  }

  private static void require(boolean condition, String rule, Object... arguments) {
    if (!condition) {
      throw new AssertionError(String.format(rule, arguments));
    }
  }
}
