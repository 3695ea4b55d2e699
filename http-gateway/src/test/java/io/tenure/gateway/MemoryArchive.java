package io.tenure.gateway;

import io.tenure.kernel.Archive;
import io.tenure.kernel.Claim;
import io.tenure.kernel.ClaimFilter;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.Event;
import io.tenure.kernel.RequestKey;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Result;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** An archive that forgets everything with the test. */
final class MemoryArchive implements Archive {

  private final TreeMap<ClaimId, Claim> ended = new TreeMap<>();
  private final TreeMap<Long, Claim> byEnd = new TreeMap<>();
  private final Map<RequestKey.Name, Result> answers = new HashMap<>();

  void record(Event event) {
    if (event instanceof Event.ClaimEnded end) {
      ended.put(end.claim().id(), end.claim());
      byEnd.put(end.sequence(), end.claim());
    } else if (event instanceof Event.EndedDropped drop) {
      var dropped = byEnd.subMap(drop.first(), true, drop.last(), true);
      dropped.values().forEach(claim -> ended.remove(claim.id()));
      dropped.clear();
    } else if (event instanceof Event.AnswerKept kept) {
      answers.put(kept.key().name(), kept.answer());
    } else if (event instanceof Event.AnswerDropped dropped) {
      answers.remove(dropped.name());
    }
  }

  @Override
  public Optional<Claim> ended(ClaimId id) {
    return Optional.ofNullable(ended.get(id));
  }

  @Override
  public List<Claim> tenures(ResourceKey resource, int limit) {
    List<Claim> tenures = new ArrayList<>(byEnd.values());
    tenures.removeIf(claim -> claim.lease() == null || !claim.resource().equals(resource));
    Collections.reverse(tenures);
    return tenures.subList(0, Math.min(limit, tenures.size()));
  }

  @Override
  public Optional<Result> answer(RequestKey.Name name) {
    return Optional.ofNullable(answers.get(name));
  }

  @Override
  public Cursor scan(ClaimFilter filter, ClaimId after) {
    Iterator<Claim> claims = List.copyOf(ended.tailMap(after, false).values()).iterator();
    return new Cursor() {
      @Override
      public Optional<Claim> next() {
        return claims.hasNext() ? Optional.of(claims.next()) : Optional.empty();
      }

      @Override
      public void close() {}
    };
  }
}
