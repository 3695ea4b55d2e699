package io.tenure.gateway.auth;

import io.tenure.gateway.Finding;
import java.time.Clock;
import java.time.Instant;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What was found about tokens, for a time each, so that a token is looked at closely only once. A
 * look costs one hash and one look-up, without a lock. Bounded: when it is full, what has ended
 * goes, and then whatever comes first.
 */
public final class KnownTokens {

  private record Entry(Finding finding, Instant until) {}

  private final int most;
  private final Clock clock;
  private final Map<TokenHash, Entry> entries = new ConcurrentHashMap<>();

  public KnownTokens(int most, Clock clock) {
    this.most = most;
    this.clock = clock;
  }

  public Optional<Finding> find(TokenHash token) {
    Entry entry = entries.get(token);
    return entry == null || !clock.instant().isBefore(entry.until)
        ? Optional.empty()
        : Optional.of(entry.finding);
  }

  public void add(TokenHash token, Finding finding, Instant until) {
    if (entries.size() >= most) {
      makeRoom();
    }
    entries.put(token, new Entry(finding, until));
  }

  public void clear() {
    entries.clear();
  }

  int size() {
    return entries.size();
  }

  private synchronized void makeRoom() {
    Instant now = clock.instant();
    entries.values().removeIf(entry -> !now.isBefore(entry.until));
    Iterator<TokenHash> oldest = entries.keySet().iterator();
    for (int i = entries.size(); i >= most && oldest.hasNext(); i--) {
      oldest.next();
      oldest.remove();
    }
  }
}
