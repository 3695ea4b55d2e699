package io.tenure.chaos.checker;

import io.tenure.chaos.history.Field;
import io.tenure.chaos.history.Field.Result;
import io.tenure.chaos.history.Op;
import io.tenure.chaos.history.Phase;
import io.tenure.chaos.history.Span;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What is known of the claims of one key before an order of its operations is looked for: the ids
 * of those whose filing was not answered, tokens and ttls.
 */
final class ClaimFacts {

  private final Map<String, Long> byMarker = new HashMap<>();
  private final Map<Long, Long> tokens = new HashMap<>();
  private final Map<Long, Long> ttls = new HashMap<>();
  private final Map<String, Integer> attempts = new HashMap<>();
  private final Map<Long, String> finalStatuses = new HashMap<>();
  private final Set<Long> endedByAnswer = new HashSet<>();

  ClaimFacts(List<Span> spans, Census census) {
    census.entries(spans.get(0).key()).forEach(this::take);
    spans.forEach(this::take);
    for (Span span : spans) {
      if (span.action().equals(ClaimStory.FILE)) {
        claim(span).ifPresent(id -> ttls.put(id, ClaimStory.ttlNanos(span)));
      }
    }
  }

  private void take(Census.Entry entry) {
    byMarker.put(entry.marker(), entry.claim());
    finalStatuses.put(entry.claim(), entry.status());
    entry.token().ifPresent(token -> tokens.put(entry.claim(), token));
  }

  private void take(Span span) {
    span.text(Field.REQUEST_KEY).ifPresent(key -> attempts.merge(key, 1, Integer::sum));
    OptionalLong id = span.number(Field.CLAIM);
    if (!span.isOk() || id.isEmpty()) {
      return;
    }
    if (span.is(ClaimStory.END, Result.ENDED)) {
      endedByAnswer.add(id.getAsLong());
    }
    span.text(Field.MARKER).ifPresent(marker -> byMarker.putIfAbsent(marker, id.getAsLong()));
    span.number(Field.TOKEN).ifPresent(token -> tokens.putIfAbsent(id.getAsLong(), token));
  }

  /** The claim that the operation is about; none if it was never filed. */
  OptionalLong claim(Span span) {
    OptionalLong told = span.number(Field.CLAIM);
    if (told.isPresent()) {
      return told;
    }
    Long id = byMarker.get(span.text(Field.MARKER).orElse(""));
    return id == null ? OptionalLong.empty() : OptionalLong.of(id);
  }

  OptionalLong token(long claim) {
    Long token = tokens.get(claim);
    return token == null ? OptionalLong.empty() : OptionalLong.of(token);
  }

  long ttlNanos(long claim) {
    return ttls.getOrDefault(claim, 0L);
  }

  /**
   * Whether a request to end a claim that was not answered can have ended it: not if the claim has
   * another status at the end, nor if another request, which repeats nothing, was told that it did.
   */
  boolean canHaveEnded(Span unanswered) {
    long id = claim(unanswered).orElse(-1);
    String ending = unanswered.text(Field.ENDING).orElse("");
    return finalStatuses.getOrDefault(id, ending).equals(ending)
        && (isRepeated(unanswered) || !endedByAnswer.contains(id));
  }

  /** Whether it was sent more than once, so that its answer may be an old one. */
  boolean isRepeated(Span span) {
    return attempts.getOrDefault(span.text(Field.REQUEST_KEY).orElse(""), 0) > 1;
  }

  /**
   * The operations to be put in order. Who files and waits is told of a later state than that in
   * which the claim was filed: that is two operations. Of requests without an answer that would do
   * the same, one is enough: that which began first can stand for each of them.
   */
  List<Span> operations(List<Span> spans) {
    List<Span> all = new ArrayList<>();
    Set<String> unanswered = new HashSet<>();
    for (Span span : spans) {
      if (span.phase() != Phase.UNKNOWN || effect(span).filter(unanswered::add).isPresent()) {
        all.add(span);
      }
      boolean waited = span.number(Field.WAIT_MILLIS).isPresent();
      if (span.action().equals(ClaimStory.FILE) && waited && span.isOk()) {
        all.add(toldLater(span));
      }
    }
    return all;
  }

  /** What an unanswered request may have done; nothing, if it cannot have changed anything. */
  private Optional<String> effect(Span unanswered) {
    OptionalLong id = claim(unanswered);
    boolean changes =
        unanswered.action().equals(ClaimStory.FILE)
            || (unanswered.action().equals(ClaimStory.END) && canHaveEnded(unanswered));
    return id.isPresent() && changes
        ? Optional.of(
            unanswered.action() + id.getAsLong() + unanswered.text(Field.ENDING).orElse(""))
        : Optional.empty();
  }

  private static Span toldLater(Span filed) {
    Map<String, Object> answer = new HashMap<>(filed.completion().fields());
    answer.put(Field.RESULT, Result.SEEN);
    Op invoke = filed.invoke();
    return new Span(
        read(invoke, Phase.INVOKE, invoke.nanos(), Map.of()),
        read(invoke, Phase.OK, filed.end(), answer));
  }

  private static Op read(Op like, Phase phase, long nanos, Map<String, Object> fields) {
    return new Op(
        like.id(),
        like.process(),
        like.workload(),
        like.key(),
        ClaimStory.READ,
        phase,
        nanos,
        fields);
  }
}
