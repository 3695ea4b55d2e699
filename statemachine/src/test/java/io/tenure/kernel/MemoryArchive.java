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
import java.util.Comparator;
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
  private final Map<RequestKey.Name, Result> answers = new TreeMap<>();

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
  public Optional<Result> answer(RequestKey.Name name) {
    return Optional.ofNullable(answers.get(name));
  }

  @Override
  public Cursor scan(ClaimFilter filter, ClaimId after) {
    List<Claim> ahead = new ArrayList<>(byId.tailMap(after, false).values());
    ahead.sort(Comparator.comparing(Claim::id));
    Iterator<Claim> claims = ahead.iterator();
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
    answers.put(event.key().name(), event.answer());
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
}
