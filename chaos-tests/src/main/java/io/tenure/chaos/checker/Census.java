package io.tenure.chaos.checker;

import io.tenure.chaos.history.Field;
import io.tenure.chaos.history.History;
import io.tenure.chaos.history.Span;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What the cluster said of all claims at the end, key by key. */
final class Census {

  /** One claim, as it was at the end. */
  record Entry(long claim, String status, OptionalLong token, String marker, Span source) {}

  private final Map<String, Span> byKey = new LinkedHashMap<>();
  private final Map<Long, Entry> byClaim = new HashMap<>();
  private final List<Entry> entries = new ArrayList<>();
  private final Map<String, List<Entry>> entriesByKey = new HashMap<>();

  private Census() {}

  static Census of(History history) {
    Census census = new Census();
    for (Span span : history.spans()) {
      if (span.action().equals(ClaimStory.CENSUS) && span.isOk()) {
        census.byKey.put(span.key(), span);
        census.take(span);
      }
    }
    return census;
  }

  /** Whether the key was read to the end. */
  boolean covers(String key) {
    return byKey.containsKey(key);
  }

  List<Entry> entries() {
    return entries;
  }

  /** Those of one key. */
  List<Entry> entries(String key) {
    return entriesByKey.getOrDefault(key, List.of());
  }

  Optional<Entry> entry(long claim) {
    return Optional.ofNullable(byClaim.get(claim));
  }

  Optional<String> status(long claim) {
    return entry(claim).map(Entry::status);
  }

  OptionalLong token(long claim) {
    return entry(claim).map(Entry::token).orElse(OptionalLong.empty());
  }

  private void take(Span span) {
    if (span.completion().fields().get(Field.CLAIMS) instanceof List<?> claims) {
      for (Object each : claims) {
        if (each instanceof Map<?, ?> claim) {
          Entry entry = entry(claim, span);
          entries.add(entry);
          entriesByKey.computeIfAbsent(span.key(), key -> new ArrayList<>()).add(entry);
          byClaim.put(entry.claim, entry);
        }
      }
    }
  }

  private static Entry entry(Map<?, ?> claim, Span source) {
    return new Entry(
        number(claim.get(Field.CLAIM)).orElse(-1),
        String.valueOf(claim.get(Field.STATUS)),
        number(claim.get(Field.TOKEN)),
        String.valueOf(claim.get(Field.MARKER)),
        source);
  }

  private static OptionalLong number(@Nullable Object value) {
    return value instanceof Number number
        ? OptionalLong.of(number.longValue())
        : OptionalLong.empty();
  }
}
