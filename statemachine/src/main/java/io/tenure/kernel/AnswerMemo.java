package io.tenure.kernel;

import io.tenure.kernel.LeaseTable.KeptAnswer;
import java.util.Comparator;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The keys of the requests whose first answers are remembered. The answers themselves are kept by
 * the store alone.
 *
 * <p>Keys are forgotten in the order of their times and, among equal times, of their names. The
 * order in which they came is not used: a store that gives them back need not know it.
 */
final class AnswerMemo {

  private static final Comparator<KeptAnswer> BY_TIME =
      Comparator.comparing(KeptAnswer::until).thenComparing(answer -> answer.key().name());

  private final Map<RequestKey.Name, KeptAnswer> byName = new TreeMap<>();
  private final NavigableSet<KeptAnswer> byTime = new TreeSet<>(BY_TIME);

  /** The sum of the digests of all keys: the order in which they came does not matter. */
  private long digest;

  int size() {
    return byName.size();
  }

  long digest() {
    return digest;
  }

  Optional<Long> fingerprint(RequestKey.Name name) {
    return Optional.ofNullable(byName.get(name)).map(answer -> answer.key().fingerprint());
  }

  /** Whether the key is still remembered although its time is over. */
  boolean isOver(RequestKey.Name name, ClusterTime now) {
    KeptAnswer answer = byName.get(name);
    return answer != null && !now.isBefore(answer.until());
  }

  /** The key that is due first, if its time is over. */
  Optional<RequestKey.Name> due(ClusterTime now) {
    return byTime.isEmpty() || now.isBefore(byTime.first().until())
        ? Optional.empty()
        : Optional.of(byTime.first().key().name());
  }

  void keep(KeptAnswer answer) {
    if (byName.put(answer.key().name(), answer) != null) {
      throw new IllegalStateException("an answer is kept twice");
    }
    byTime.add(answer);
    digest += digest(answer);
  }

  void drop(RequestKey.Name name) {
    KeptAnswer answer = byName.remove(name);
    if (answer == null) {
      throw new IllegalStateException("an answer is dropped that is not kept");
    }
    byTime.remove(answer);
    digest -= digest(answer);
  }

  /** All keys in the order in which they are due. */
  Iterable<KeptAnswer> inOrder() {
    return byTime;
  }

  private static long digest(KeptAnswer answer) {
    return Digest.start()
        .add(answer.key().high())
        .add(answer.key().low())
        .add(answer.key().fingerprint())
        .add(answer.until().micros())
        .value();
  }
}
