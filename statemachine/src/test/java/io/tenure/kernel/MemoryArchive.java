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
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** An archive that forgets with its process. It uses no index: a scan walks all there is. */
public final class MemoryArchive implements Archive, Event.Handler {

  private final NavigableMap<Long, Claim> bySequence = new TreeMap<>();
  private final NavigableMap<ClaimId, Claim> byId = new TreeMap<>();
  private final Map<RequestKey.Name, AnswerKept> answers = new TreeMap<>();
  private final Map<Long, DeliveriesKept> delivered = new HashMap<>();

  public void add(List<Event> events) {
    events.forEach(event -> event.dispatch(this));
  }

  public int endedClaims() {
    return byId.size();
  }

  public int answers() {
    return answers.size();
  }

  @Override
  public Optional<Claim> ended(ClaimId id) {
    return Optional.ofNullable(byId.get(id));
  }

  @Override
  public List<Claim> tenures(ResourceKey resource, int limit) {
    return bySequence.descendingMap().values().stream()
        .filter(claim -> claim.resource().equals(resource) && claim.lease() != null)
        .limit(limit)
        .toList();
  }

  @Override
  public Cursor lastTenures(String prefix) {
    Map<ResourceKey, Claim> last = new TreeMap<>();
    for (Claim claim : bySequence.values()) {
      if (claim.lease() != null && claim.resource().name().startsWith(prefix)) {
        last.put(claim.resource(), claim);
      }
    }
    return cursor(last.values().iterator());
  }

  @Override
  public Optional<Result> answer(RequestKey key) {
    return Optional.ofNullable(answers.get(key.name()))
        .filter(kept -> kept.key().equals(key))
        .map(AnswerKept::answer);
  }

  @Override
  public Optional<Result> answer(DeliveryId delivery, long entry) {
    DeliveriesKept kept = delivered.get(entry);
    int at = kept == null ? -1 : kept.kept().ids().indexOf(delivery);
    return kept == null || at < 0 ? Optional.empty() : Optional.of(kept.answers().get(at));
  }

  @Override
  public Cursor scan(ClaimFilter filter, ClaimId after) {
    List<Claim> ahead = new ArrayList<>(byId.tailMap(after, false).values());
    ahead.sort(Comparator.comparing(Claim::id));
    return cursor(ahead.iterator());
  }

  private static Cursor cursor(Iterator<Claim> claims) {
    return new Cursor() {
      @Override
      public Optional<Claim> next() {
        return claims.hasNext() ? Optional.of(claims.next()) : Optional.empty();
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public void on(ClaimEnded event) {
    bySequence.put(event.sequence(), event.claim());
    byId.put(event.claim().id(), event.claim());
  }

  @Override
  public void on(EndedDropped event) {
    NavigableMap<Long, Claim> old = bySequence.subMap(event.first(), true, event.last(), true);
    old.values().forEach(claim -> byId.remove(claim.id()));
    old.clear();
  }

  @Override
  public void on(AnswerKept event) {
    answers.put(event.key().name(), event);
  }

  @Override
  public void on(AnswerDropped event) {
    answers.remove(event.name());
  }

  @Override
  public void on(TimeAdvanced event) {}

  @Override
  public void on(ClaimFiled event) {}

  @Override
  public void on(ClaimGranted event) {}

  @Override
  public void on(ClaimRenewed event) {}

  @Override
  public void on(SettingsChanged event) {}

  @Override
  public void on(EpochRaised event) {}

  @Override
  public void on(ClaimAsked event) {}

  @Override
  public void on(DeliveriesKept event) {
    delivered.put(event.kept().entry(), event);
  }

  @Override
  public void on(DeliveriesDropped event) {
    delivered.remove(event.entry());
  }

  @Override
  public void on(LevelRaised event) {}
}
