package io.tenure.chaos.checker;

import static io.tenure.chaos.history.Field.CLAIM;
import static io.tenure.chaos.history.Field.STATUS;
import static io.tenure.chaos.history.Field.TOKEN;

import io.tenure.chaos.history.Field;
import io.tenure.chaos.history.Field.Result;
import io.tenure.chaos.history.History;
import io.tenure.chaos.history.Phase;
import io.tenure.chaos.history.Span;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All that the clients learned of one claim whose id they were told. */
final class ClaimStory {

  static final String FILE = "file";
  static final String RENEW = "renew";
  static final String CONFIRM = "confirm";
  static final String END = "end";
  static final String READ = "read";
  static final String CENSUS = "census";

  private final long claim;
  private final List<Span> spans = new ArrayList<>();

  private ClaimStory(long claim) {
    this.claim = claim;
  }

  /** The stories of all claims that were told of, by id. */
  static Collection<ClaimStory> all(History history) {
    Map<String, Long> byMarker = claimsByMarker(history);
    Map<Long, ClaimStory> stories = new TreeMap<>();
    for (Span span : history.spans()) {
      Long id = isAboutClaims(span) ? claimOf(span, byMarker) : null;
      if (id != null) {
        stories.computeIfAbsent(id, ClaimStory::new).spans.add(span);
      }
    }
    return stories.values().stream().filter(story -> story.filed().isPresent()).toList();
  }

  /**
   * An attempt to file that was not answered belongs to the claim that a later attempt was told.
   */
  private static Map<String, Long> claimsByMarker(History history) {
    Map<String, Long> byMarker = new HashMap<>();
    for (Span span : history.spans()) {
      OptionalLong id = span.number(CLAIM);
      if (span.action().equals(FILE) && span.isOk() && id.isPresent()) {
        span.text(Field.MARKER).ifPresent(marker -> byMarker.putIfAbsent(marker, id.getAsLong()));
      }
    }
    return byMarker;
  }

  private static @Nullable Long claimOf(Span span, Map<String, Long> byMarker) {
    OptionalLong id = span.number(CLAIM);
    return id.isPresent()
        ? (Long) id.getAsLong()
        : byMarker.get(span.text(Field.MARKER).orElse(""));
  }

  private static boolean isAboutClaims(Span span) {
    return switch (span.action()) {
      case FILE, RENEW, CONFIRM, END, READ -> true;
      default -> false;
    };
  }

  long claim() {
    return claim;
  }

  List<Span> spans() {
    return spans;
  }

  String key() {
    return spans.get(0).key();
  }

  /** The first answer that told of it. */
  Optional<Span> filed() {
    return answers().filter(span -> span.action().equals(FILE)).min(BY_END);
  }

  private static final Comparator<Span> BY_END = Comparator.comparingLong(Span::end);

  /** When it was filed at the earliest: no attempt to file it began before. */
  long filedAfter() {
    return spans.stream()
        .filter(span -> span.action().equals(FILE) && span.phase() != Phase.FAIL)
        .mapToLong(Span::begin)
        .min()
        .orElse(Long.MIN_VALUE);
  }

  /** Answers that do not come from one node's own, perhaps old, state. */
  Stream<Span> answers() {
    return spans.stream().filter(Span::isOk).filter(span -> !span.flag(Field.LOCAL));
  }

  /** The first answer that showed it active, if any did. */
  Optional<Span> firstActive() {
    return answers().filter(ClaimStory::showsActive).min(BY_END);
  }

  /** The token that the first answer with one showed. */
  OptionalLong token() {
    return answers()
        .filter(span -> span.number(TOKEN).isPresent())
        .min(BY_END)
        .map(span -> span.number(TOKEN))
        .orElse(OptionalLong.empty());
  }

  /** Whether the answer says that the claim was active when it was given. */
  static boolean showsActive(Span span) {
    return span.isOk() && span.text(STATUS).orElse("").equals("active");
  }

  Stream<Span> renewals() {
    return answers().filter(span -> span.is(RENEW, Result.RENEWED));
  }

  /** Attempts to end it, whatever came of them, but for those that surely did nothing. */
  Stream<Span> endings() {
    return spans.stream()
        .filter(span -> span.action().equals(END))
        .filter(span -> span.phase() == Phase.UNKNOWN || span.is(END, Result.ENDED));
  }

  /** That the lease lasts for so long from some time on, as an answer told. */
  record Promise(Span told, long from, long lasting) {}

  /**
   * All that was promised of its lease, as a careful client counts: the ttl that it was filed with
   * from before it was filed, that of each renewal from before it was asked for, and what was left
   * when its owner asked, from before that. The last is what a client goes by that was promoted:
   * when that was, it does not know. What a read says is left is not used: a node only estimates
   * that.
   */
  List<Promise> promises() {
    List<Promise> all = new ArrayList<>();
    firstActive().ifPresent(told -> all.add(new Promise(told, filedAfter(), ttlNanos())));
    answers()
        .filter(span -> span.is(CONFIRM, Result.CONFIRMED))
        .forEach(told -> all.add(new Promise(told, told.begin(), remainingNanos(told))));
    renewals().forEach(told -> all.add(new Promise(told, told.begin(), ttlNanos(told))));
    return all;
  }

  /** Whether an answer shows its state when it was asked, and not when it was asked first. */
  static boolean isOfNow(Span span) {
    return !span.action().equals(FILE) || span.flag(Field.REPLAYED);
  }

  /** Whether the owner asked for something, with which a ttl starts at the latest. */
  static boolean isAsk(Span span) {
    return span.action().equals(CONFIRM) || span.action().equals(RENEW);
  }

  static long remainingNanos(Span span) {
    return TimeUnit.MICROSECONDS.toNanos(span.number(Field.REMAINING_MICROS).orElse(0));
  }

  /** The ttl that it was filed with. */
  long ttlNanos() {
    return filed().map(ClaimStory::ttlNanos).orElse(0L);
  }

  static long ttlNanos(Span span) {
    return TimeUnit.MILLISECONDS.toNanos(span.number(Field.TTL_MILLIS).orElse(0));
  }

  @Override
  public String toString() {
    return "claim " + claim + " on " + key();
  }
}
