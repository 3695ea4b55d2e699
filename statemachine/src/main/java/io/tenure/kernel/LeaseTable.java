package io.tenure.kernel;

import io.tenure.kernel.Event.AnswerDropped;
import io.tenure.kernel.Event.AnswerKept;
import io.tenure.kernel.Event.ClaimAsked;
import io.tenure.kernel.Event.ClaimEnded;
import io.tenure.kernel.Event.ClaimFiled;
import io.tenure.kernel.Event.ClaimGranted;
import io.tenure.kernel.Event.ClaimRenewed;
import io.tenure.kernel.Event.DeliveriesDropped;
import io.tenure.kernel.Event.DeliveriesKept;
import io.tenure.kernel.Event.EndedDropped;
import io.tenure.kernel.Event.EpochRaised;
import io.tenure.kernel.Event.LevelRaised;
import io.tenure.kernel.Event.SettingsChanged;
import io.tenure.kernel.Event.TimeAdvanced;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
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

  private final NavigableMap<ClaimId, Claim> active = new TreeMap<>();
  private final NavigableMap<ClaimId, Claim> waiting = new TreeMap<>();
  private final Slots slots = new Slots();
  private final NamespaceCounts namespaces = new NamespaceCounts();
  private final EndedLedger endedLedger = new EndedLedger();
  private final AnswerMemo answers = new AnswerMemo();
  private final DeliveryMemo deliveries = new DeliveryMemo();

  private Moment now = Moment.ZERO;
  private ClaimId lastClaim = ClaimId.NONE;
  private LeaseVersion lastVersion = new LeaseVersion(0);
  private Settings settings = Settings.DEFAULT.atLevel(Level.FIRST);
  private int level = Level.FIRST;

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

  /** See {@link Level}. */
  public int level() {
    return level;
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
    return slots.holder(resource);
  }

  public int queueLength(ResourceKey resource) {
    return slots.queueLength(resource);
  }

  /** The first {@code limit} waiting claims on a resource, first come first. */
  public List<Claim> queue(ResourceKey resource, int limit) {
    List<Claim> claims = new ArrayList<>();
    slots.forEachWaiting(resource, limit, id -> claims.add(waiting.get(new ClaimId(id))));
    return claims;
  }

  /** The waiting claims on a resource with an id above this one, at most {@code limit}. */
  public List<Claim> queueAfter(ResourceKey resource, ClaimId after, int limit) {
    List<Claim> claims = new ArrayList<>();
    slots.forEachWaitingAfter(
        resource, after, limit, id -> claims.add(waiting.get(new ClaimId(id))));
    return claims;
  }

  /** Zero for an active claim, one for the next in line. */
  public int position(Claim live) {
    return slots.position(live);
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
    return slots.from(first);
  }

  /** When the next lease runs out; {@link ClusterTime#NEVER} if none does. */
  public ClusterTime nextExpiry() {
    return slots.next().map(Slots.Expiry::at).orElse(ClusterTime.NEVER);
  }

  /** Whether anything here depends on the passing of time. */
  public boolean isTimed() {
    return liveClaims() > 0
        || answers.size() > 0
        || deliveries.size() > 0
        || !endedLedger.isEmpty();
  }

  /** Equal on all replicas that have applied the same log; see {@link Digest}. */
  public long digest() {
    Digest first =
        Digest.start()
            .add(now)
            .add(lastClaim.value())
            .add(lastVersion.value())
            .add(liveDigest)
            .add(endedDigest)
            .add(endedLedger.digest())
            .add(answers.digest())
            .add(settings.digest());
    return level == Level.FIRST ? first.value() : first.add(level).add(deliveries.digest()).value();
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
        endedLedger.marks(),
        level,
        deliveries.forgotten());
  }

  /**
   * Fills an empty table with what a store has kept. Claims come in the order of their ids,
   * deliveries in that of their entries, answers in any.
   */
  public void restore(
      TableHead head,
      Iterable<Claim> live,
      Iterable<KeptAnswer> kept,
      Iterable<KeptDeliveries> delivered) {
    if (liveClaims() > 0 || lastClaim.value() > 0) {
      throw new IllegalStateException("only an empty table can be restored");
    }
    live.forEach(this::insert);
    kept.forEach(answers::keep);
    delivered.forEach(deliveries::keep);
    head.forgotten().forEach(deliveries::forget);
    now = head.now();
    lastClaim = head.lastClaim();
    lastVersion = head.lastVersion();
    settings = head.settings();
    level = head.level();
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
      List<EndedLedger.Mark> marks,
      int level,
      List<DeliveryId> forgotten) {}

  /** The claim whose lease has run out first, if any has. */
  Optional<Claim> nextExpired() {
    return slots
        .next()
        .filter(next -> next.at().compareTo(now.cluster()) <= 0)
        .map(next -> active.get(next.claim()));
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
    return namespaces.live(namespace);
  }

  AnswerMemo answers() {
    return answers;
  }

  DeliveryMemo deliveries() {
    return deliveries;
  }

  SortedSet<Slots.Expiry> expiries() {
    return slots.expiries();
  }

  Map<String, Integer> liveByNamespace() {
    return namespaces.all();
  }

  void apply(Event event) {
    event.dispatch(change);
  }

  private void insert(Claim claim) {
    if (claim.isActive()) {
      active.put(claim.id(), claim);
      slots.hold(claim);
    } else {
      waiting.put(claim.id(), claim);
      slots.enqueue(claim);
    }
    namespaces.add(claim);
    liveDigest += claim.digest();
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
      replace(waiting.remove(claim.id()), claim);
      slots.promote(claim);
      lastVersion = claim.tenure().version();
    }

    @Override
    public void on(ClaimRenewed event) {
      Claim claim = event.claim();
      replace(active.get(claim.id()), claim);
      slots.hold(claim);
      lastVersion = claim.tenure().version();
    }

    @Override
    public void on(ClaimEnded event) {
      Claim claim = event.claim();
      Claim before = active.remove(claim.id());
      if (before == null) {
        before = known(waiting.remove(claim.id()), claim);
      }
      slots.remove(before);
      namespaces.remove(claim);
      if (claim.lease() != null && lastVersion.value() < claim.lease().version().value()) {
        lastVersion = claim.lease().version();
      }
      liveDigest -= before.digest();
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

    @Override
    public void on(ClaimAsked event) {
      Claim claim = event.claim();
      if (claim.isActive()) {
        replace(active.get(claim.id()), claim);
        slots.hold(claim);
      } else {
        liveDigest += claim.digest() - known(waiting.put(claim.id(), claim), claim).digest();
      }
    }

    @Override
    public void on(DeliveriesKept event) {
      deliveries.keep(event.kept());
    }

    @Override
    public void on(DeliveriesDropped event) {
      deliveries.drop(event.entry());
    }

    @Override
    public void on(LevelRaised event) {
      level = event.level();
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
