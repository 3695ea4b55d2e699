package io.tenure.kernel;

import io.tenure.kernel.Event.AnswerDropped;
import io.tenure.kernel.Event.AnswerKept;
import io.tenure.kernel.Event.ClaimEnded;
import io.tenure.kernel.Event.ClaimFiled;
import io.tenure.kernel.Event.ClaimGranted;
import io.tenure.kernel.Event.ClaimRenewed;
import io.tenure.kernel.Event.EndedDropped;
import io.tenure.kernel.Event.EpochRaised;
import io.tenure.kernel.Event.SettingsChanged;
import io.tenure.kernel.Event.TimeAdvanced;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * All live claims, as of the last applied event. It knows what is the case; what may happen next is
 * for the {@link LeaseKernel} to decide. Not thread-safe.
 *
 * <p>Claims that have ended are not here: an archive keeps them, and this table only counts them.
 * Every collection is sorted, because the order in which they are walked must be the same on every
 * replica.
 */
public final class LeaseTable {

  /** When a lease runs out; the id only tells two apart that run out together. */
  record Expiry(ClusterTime at, ClaimId claim) implements Comparable<Expiry> {
    @Override
    public int compareTo(Expiry other) {
      int byTime = at.compareTo(other.at);
      return byTime != 0 ? byTime : claim.compareTo(other.claim);
    }
  }

  /** Invariant: a resource is in the table only while somebody holds it or waits for it. */
  private static final class Slot {
    private @Nullable Claim holder;
    private final WaitQueue queue = new WaitQueue();
  }

  private final NavigableMap<ClaimId, Claim> active = new TreeMap<>();
  private final NavigableMap<ClaimId, Claim> waiting = new TreeMap<>();
  private final NavigableMap<ResourceKey, Slot> slots = new TreeMap<>();
  private final NavigableSet<Expiry> expiries = new TreeSet<>();
  private final Map<String, Integer> liveByNamespace = new TreeMap<>();
  private final EndedLedger endedLedger = new EndedLedger();
  private final AnswerMemo answers = new AnswerMemo();

  private Moment now = Moment.ZERO;
  private ClaimId lastClaim = ClaimId.NONE;
  private LeaseVersion lastVersion = new LeaseVersion(0);
  private Settings settings = Settings.DEFAULT;

  /** The sum of the digests of all live claims: a change of one changes it, in any order. */
  private long liveDigest;

  /** Folds in every claim that ever ended, in the order of their ends. */
  private long endedDigest;

  public Moment now() {
    return now;
  }

  public Settings settings() {
    return settings;
  }

  public int liveClaims() {
    return active.size() + waiting.size();
  }

  public int activeClaims() {
    return active.size();
  }

  public int rememberedAnswers() {
    return answers.size();
  }

  public EndedLedger endedLedger() {
    return endedLedger;
  }

  public Optional<Claim> claim(ClaimId id) {
    Claim claim = active.get(id);
    return Optional.ofNullable(claim != null ? claim : waiting.get(id));
  }

  public Optional<Claim> holder(ResourceKey resource) {
    Slot slot = slots.get(resource);
    return slot == null ? Optional.empty() : Optional.ofNullable(slot.holder);
  }

  public int queueLength(ResourceKey resource) {
    Slot slot = slots.get(resource);
    return slot == null ? 0 : slot.queue.size();
  }

  /** The first {@code limit} waiting claims on a resource, first come first. */
  public List<Claim> queue(ResourceKey resource, int limit) {
    List<Claim> claims = new ArrayList<>();
    Slot slot = slots.get(resource);
    if (slot != null) {
      slot.queue.forEach(limit, id -> claims.add(waiting.get(new ClaimId(id))));
    }
    return claims;
  }

  /** The waiting claims on a resource with an id above this one, at most {@code limit}. */
  public List<Claim> queueAfter(ResourceKey resource, ClaimId after, int limit) {
    List<Claim> claims = new ArrayList<>();
    Slot slot = slots.get(resource);
    if (slot != null) {
      slot.queue.forEach(
          Integer.MAX_VALUE,
          id -> {
            if (id > after.value() && claims.size() < limit) {
              claims.add(waiting.get(new ClaimId(id)));
            }
          });
    }
    return claims;
  }

  /** Zero for an active claim, one for the next in line. */
  public int position(Claim live) {
    return live.isActive() ? 0 : slot(live.resource()).queue.positionOf(live.id());
  }

  /** The active claims with an id above this one, by id. */
  public Iterable<Claim> activeAfter(ClaimId id) {
    return active.tailMap(id, false).values();
  }

  /** The waiting claims with an id above this one, by id. */
  public Iterable<Claim> waitingAfter(ClaimId id) {
    return waiting.tailMap(id, false).values();
  }

  /** The resources whose names are this one or follow it, in their order. */
  public Iterable<ResourceKey> resourcesFrom(ResourceKey first) {
    return slots.tailMap(first, true).keySet();
  }

  /** When the next lease runs out; {@link ClusterTime#NEVER} if none does. */
  public ClusterTime nextExpiry() {
    return expiries.isEmpty() ? ClusterTime.NEVER : expiries.first().at();
  }

  /** Whether anything here depends on the passing of time. */
  public boolean isTimed() {
    return liveClaims() > 0 || answers.size() > 0 || !endedLedger.isEmpty();
  }

  /** Equal on all replicas that have applied the same log; see {@link Digest}. */
  public long digest() {
    return Digest.start()
        .add(now)
        .add(lastClaim.value())
        .add(lastVersion.value())
        .add(liveDigest)
        .add(endedDigest)
        .add(endedLedger.digest())
        .add(answers.digest())
        .add(settings.digest())
        .value();
  }

  /** The scalars of the table, for a store that reads the rest back claim by claim. */
  public TableHead head() {
    return new TableHead(
        now,
        lastClaim,
        lastVersion,
        settings,
        endedDigest,
        endedLedger.ended(),
        endedLedger.dropped(),
        endedLedger.marks());
  }

  /**
   * Fills an empty table with what a store has kept. Claims come in the order of their ids, answers
   * in any.
   */
  public void restore(TableHead head, Iterable<Claim> live, Iterable<KeptAnswer> kept) {
    if (liveClaims() > 0 || lastClaim.value() > 0) {
      throw new IllegalStateException("only an empty table can be restored");
    }
    live.forEach(this::insert);
    kept.forEach(answers::keep);
    now = head.now();
    lastClaim = head.lastClaim();
    lastVersion = head.lastVersion();
    settings = head.settings();
    endedDigest = head.endedDigest();
    endedLedger.restore(head.ended(), head.dropped(), head.marks());
  }

  /** A key that is remembered, and until when. */
  public record KeptAnswer(RequestKey key, ClusterTime until) {}

  /** What a table holds besides its claims and answers. */
  public record TableHead(
      Moment now,
      ClaimId lastClaim,
      LeaseVersion lastVersion,
      Settings settings,
      long endedDigest,
      long ended,
      long dropped,
      List<EndedLedger.Mark> marks) {}

  Optional<ClaimId> nextExpired() {
    return nextExpiry().compareTo(now.cluster()) <= 0
        ? Optional.of(expiries.first().claim())
        : Optional.empty();
  }

  ClaimId nextClaimId() {
    return lastClaim.next();
  }

  LeaseVersion nextVersion() {
    return lastVersion.next();
  }

  LeaseVersion lastVersion() {
    return lastVersion;
  }

  int liveIn(String namespace) {
    return liveByNamespace.getOrDefault(namespace, 0);
  }

  AnswerMemo answers() {
    return answers;
  }

  SortedSet<Expiry> expiries() {
    return Collections.unmodifiableSortedSet(expiries);
  }

  Map<String, Integer> liveByNamespace() {
    return Collections.unmodifiableMap(liveByNamespace);
  }

  void apply(Event event) {
    event.dispatch(change);
  }

  private Slot slot(ResourceKey resource) {
    Slot slot = slots.get(resource);
    if (slot == null) {
      throw new IllegalStateException("nobody holds or wants " + resource);
    }
    return slot;
  }

  private void insert(Claim claim) {
    Slot slot = slots.computeIfAbsent(claim.resource(), key -> new Slot());
    if (claim.isActive()) {
      active.put(claim.id(), claim);
      hold(slot, claim);
    } else {
      waiting.put(claim.id(), claim);
      slot.queue.add(claim.id());
    }
    if (!claim.namespace().isEmpty()) {
      liveByNamespace.merge(claim.namespace(), 1, Integer::sum);
    }
    liveDigest += claim.digest();
  }

  /** The rule that all others serve: a slot has room for one. */
  private void hold(Slot slot, Claim claim) {
    if (slot.holder != null && !slot.holder.id().equals(claim.id())) {
      throw new IllegalStateException(claim.resource() + " is held by " + slot.holder.id());
    }
    if (slot.holder != null) {
      expiries.remove(new Expiry(slot.holder.tenure().expiresAt(), claim.id()));
    }
    slot.holder = claim;
    if (!claim.tenure().expiresAt().equals(ClusterTime.NEVER)) {
      expiries.add(new Expiry(claim.tenure().expiresAt(), claim.id()));
    }
  }

  private final Event.Handler change = new Change();

  /** The only code that writes the fields above, but for {@link #restore}. */
  private final class Change implements Event.Handler {

    @Override
    public void on(TimeAdvanced event) {
      now = event.now();
    }

    @Override
    public void on(ClaimFiled event) {
      lastClaim = event.claim().id();
      insert(event.claim());
    }

    @Override
    public void on(ClaimGranted event) {
      Claim claim = event.claim();
      Slot slot = slot(claim.resource());
      slot.queue.remove(claim.id());
      replace(waiting.remove(claim.id()), claim);
      hold(slot, claim);
      lastVersion = claim.tenure().version();
    }

    @Override
    public void on(ClaimRenewed event) {
      Claim claim = event.claim();
      replace(active.get(claim.id()), claim);
      hold(slot(claim.resource()), claim);
      lastVersion = claim.tenure().version();
    }

    @Override
    public void on(ClaimEnded event) {
      Claim claim = event.claim();
      Slot slot = slot(claim.resource());
      Claim before = active.remove(claim.id());
      if (before != null) {
        expiries.remove(new Expiry(before.tenure().expiresAt(), before.id()));
        slot.holder = null;
      } else {
        before = waiting.remove(claim.id());
        slot.queue.remove(claim.id());
      }
      if (slot.holder == null && slot.queue.isEmpty()) {
        slots.remove(claim.resource());
      }
      if (!claim.namespace().isEmpty()) {
        liveByNamespace.computeIfPresent(
            claim.namespace(), (key, count) -> count == 1 ? null : count - 1);
      }
      liveDigest -= known(before, claim).digest();
      endedDigest = new Digest(endedDigest).add(claim.digest()).value();
      endedLedger.add(event.sequence(), now.cluster(), settings.retentionMicros());
    }

    @Override
    public void on(EndedDropped event) {
      endedLedger.dropThrough(event.last());
    }

    @Override
    public void on(AnswerKept event) {
      answers.keep(new KeptAnswer(event.key(), event.until()));
    }

    @Override
    public void on(AnswerDropped event) {
      answers.drop(event.name());
    }

    @Override
    public void on(SettingsChanged event) {
      settings = event.settings();
    }

    @Override
    public void on(EpochRaised event) {
      lastVersion = event.last();
      lastClaim = new ClaimId(Math.max(lastClaim.value(), event.last().value()));
    }

    private void replace(@Nullable Claim before, Claim after) {
      liveDigest += after.digest() - known(before, after).digest();
      active.put(after.id(), after);
    }

    private Claim known(@Nullable Claim before, Claim after) {
      if (before == null) {
        throw new IllegalStateException(after.id() + " is not live");
      }
      return before;
    }
  }
}
