package io.tenure.simulation;

import io.tenure.kernel.Claim;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.Event;
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
import io.tenure.kernel.Level;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Settings;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Follows the events in the order of the log and knows the rules of leasing in their simplest form:
 * one holder, first come first served, numbers that grow, ends that are due.
 */
final class LogOrder implements Event.Handler {

  private static final class Line {
    private @Nullable Claim holder;
    private final Deque<ClaimId> waiting = new ArrayDeque<>();
  }

  private final Map<ResourceKey, Line> lines = new TreeMap<>();
  private final NavigableMap<Long, Claim> ended = new TreeMap<>();
  private final Set<ResourceKey> touched = new TreeSet<>();
  private final Beliefs beliefs;
  private final TimeRules times;
  private final GraceRules graces;
  private ClusterTime now = ClusterTime.ZERO;
  private long lastClaim;
  private long lastVersion;
  private Settings settings = Settings.DEFAULT.atLevel(Level.FIRST);
  private int level = Level.FIRST;

  LogOrder(Beliefs beliefs, TimeRules times, GraceRules graces) {
    this.beliefs = beliefs;
    this.times = times;
    this.graces = graces;
  }

  int level() {
    return level;
  }

  ClaimId lastClaim() {
    return new ClaimId(Math.max(1, lastClaim));
  }

  ClusterTime now() {
    return now;
  }

  /** The ended claims that must be on record. */
  Iterable<Claim> ended() {
    return ended.values();
  }

  /** Looks at what one entry has left. */
  void endOfEntry() {
    for (ResourceKey resource : touched) {
      Line line = line(resource);
      require(line.holder != null || line.waiting.isEmpty(), "%s is free and wanted", resource);
    }
    touched.clear();
  }

  /** A tick said that nothing is left to expire. */
  void nothingIsDue() {
    for (Line line : lines.values()) {
      require(line.holder == null || !isOver(line.holder), "a tick forgot %s", line.holder);
    }
  }

  /** An entry is one tick, which said the same: nobody was promoted to hold for no time. */
  void theTurnHasPassed() {
    for (ResourceKey resource : touched) {
      Claim holder = line(resource).holder;
      require(holder == null || !isEmpty(holder), "a tick leaves the turn with %s", holder);
    }
  }

  /** A client is told that this claim holds the resource. */
  void isNamedHolder(Claim claim) {
    require(!isOver(claim), "somebody met the expired %s", claim);
  }

  @Override
  public void on(TimeAdvanced event) {
    times.moved(now, event.now().cluster());
    now = event.now().cluster();
  }

  @Override
  public void on(ClaimFiled event) {
    Claim claim = event.claim();
    require(claim.id().value() > lastClaim, "%s was there before", claim);
    lastClaim = claim.id().value();
    touch(claim).waiting.addLast(claim.id());
    graces.filed(claim, now, settings);
  }

  @Override
  public void on(ClaimGranted event) {
    Claim claim = event.claim();
    Line line = touch(claim);
    require(line.holder == null, "%s is granted, but held by %s", claim, line.holder);
    require(claim.id().equals(line.waiting.peekFirst()), "%s jumps the queue", claim);
    long token = claim.tenure().token().value();
    require(token > lastVersion, "the token of %s is not the largest", claim);
    require(token == claim.tenure().version().value(), "%s has two numbers", claim);
    requireWholeTtl(claim, graces.granted(claim, now, settings));
    line.waiting.removeFirst();
    line.holder = claim;
    lastVersion = token;
  }

  @Override
  public void on(ClaimRenewed event) {
    Claim claim = event.claim();
    Line line = touch(claim);
    Claim before = line.holder;
    require(before != null && before.id().equals(claim.id()), "%s does not hold", claim);
    require(before == null || !isOver(before), "%s comes back from the dead", claim);
    require(
        before == null || before.tenure().token().equals(claim.tenure().token()),
        "the token of %s changes while it lasts",
        claim);
    require(claim.tenure().version().value() > lastVersion, "%s has an old version", claim);
    requireWholeTtl(claim, 0);
    graces.renewedOrEnded(claim);
    line.holder = claim;
    lastVersion = claim.tenure().version().value();
  }

  @Override
  public void on(ClaimEnded event) {
    Claim claim = event.claim();
    Line line = touch(claim);
    Claim holder = line.holder;
    if (holder != null && holder.id().equals(claim.id())) {
      boolean expired = claim.status() == ClaimStatus.EXPIRED;
      require(expired == isOver(holder) || expired && isEmpty(holder), "%s ends at %s", claim, now);
      line.holder = null;
    } else {
      require(line.waiting.remove(claim.id()), "%s ends without having lived", claim);
    }
    if (claim.lease() != null) {
      lastVersion = Math.max(lastVersion, claim.lease().version().value());
    }
    graces.renewedOrEnded(claim);
    ended.put(event.sequence(), claim);
    beliefs.claimEnded(claim.id());
  }

  @Override
  public void on(EndedDropped event) {
    require(ended.firstKey() == event.first(), "ended claims are dropped out of order");
    ended.headMap(event.last(), true).clear();
  }

  @Override
  public void on(EpochRaised event) {
    require(event.last().value() > lastVersion, "the epoch falls");
    lastVersion = event.last().value();
  }

  @Override
  public void on(AnswerKept event) {}

  @Override
  public void on(AnswerDropped event) {}

  @Override
  public void on(SettingsChanged event) {
    require(!event.settings().equals(Strangers.SETTINGS), "anybody can change the settings");
    settings = event.settings();
  }

  @Override
  public void on(ClaimAsked event) {
    Claim claim = event.claim();
    Line line = touch(claim);
    if (line.holder != null && line.holder.id().equals(claim.id())) {
      require(!isOver(line.holder), "%s is asked for when it is over", claim);
      line.holder = claim;
    } else {
      require(line.waiting.contains(claim.id()), "%s asks without waiting", claim);
    }
    graces.asked(claim, now);
  }

  @Override
  public void on(DeliveriesKept event) {}

  @Override
  public void on(DeliveriesDropped event) {}

  @Override
  public void on(LevelRaised event) {
    require(event.level() > level, "the level falls from %d to %d", level, event.level());
    level = event.level();
  }

  private void requireWholeTtl(Claim claim, long graceMicros) {
    ClusterTime end = claim.ttl().endsAt(now.plusMicros(graceMicros));
    require(claim.tenure().expiresAt().equals(end), "%s does not last until %s", claim, end);
  }

  /** From the third level on, who is promoted for no time at all need not hold until time moves. */
  private boolean isEmpty(Claim holder) {
    return level >= Level.THIRD
        && holder.ttl().micros() == 0
        && holder.tenure().granted().cluster().equals(now)
        && !graces.isAwaited(holder);
  }

  private boolean isOver(Claim holder) {
    return !now.isBefore(holder.tenure().expiresAt());
  }

  private Line touch(Claim claim) {
    touched.add(claim.resource());
    return line(claim.resource());
  }

  private Line line(ResourceKey resource) {
    return lines.computeIfAbsent(resource, key -> new Line());
  }

  private static void require(boolean condition, String rule, @Nullable Object... arguments) {
    if (!condition) {
      throw new AssertionError(String.format(rule, arguments));
    }
  }
}
