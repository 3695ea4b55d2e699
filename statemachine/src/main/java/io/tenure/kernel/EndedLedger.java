package io.tenure.kernel;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Counts the claims that have ended and knows which of them are due to be forgotten. It numbers
 * them in the order of their ends but keeps none of them: a run of ends is one mark, so that a
 * million ended claims cost some dozens of numbers here.
 */
public final class EndedLedger {

  private static final int MARKS_PER_RETENTION = 64;

  /**
   * The claims from {@code first} up to the next mark's, of which the last ended at {@code last}.
   */
  public record Mark(long first, ClusterTime opened, ClusterTime last) {}

  private final Deque<Mark> marks = new ArrayDeque<>();
  private long ended;
  private long dropped;

  /** How many claims have ever ended; the sequence number of the last one. */
  public long ended() {
    return ended;
  }

  /** The sequence number up to which ended claims are forgotten. */
  public long dropped() {
    return dropped;
  }

  public List<Mark> marks() {
    return List.copyOf(marks);
  }

  long digest() {
    Digest digest = Digest.start().add(ended).add(dropped);
    for (Mark mark : marks) {
      digest = digest.add(mark.first()).add(mark.opened().micros()).add(mark.last().micros());
    }
    return digest.value();
  }

  void restore(long endedSoFar, long droppedSoFar, List<Mark> allMarks) {
    ended = endedSoFar;
    dropped = droppedSoFar;
    marks.clear();
    marks.addAll(allMarks);
  }

  void add(long sequence, ClusterTime now, long retentionMicros) {
    ended = sequence;
    Mark open = marks.peekLast();
    long span = retentionMicros / MARKS_PER_RETENTION;
    if (open == null || now.microsSince(open.opened()) > span) {
      marks.addLast(new Mark(sequence, now, now));
    } else if (!open.last().equals(now)) {
      marks.removeLast();
      marks.addLast(new Mark(open.first(), open.opened(), now));
    }
  }

  void dropThrough(long sequence) {
    dropped = sequence;
    while (marks.size() > 1 && second().first() <= sequence + 1) {
      marks.removeFirst();
    }
    if (sequence == ended) {
      marks.clear();
    }
  }

  /** The last sequence number that is due at this time; {@link #dropped()} if none is. */
  long due(ClusterTime now, Settings settings) {
    long byNumber = ended - settings.retentionLimit();
    long byTime = dropped;
    Mark oldest = marks.peekFirst();
    if (oldest != null && now.microsSince(oldest.last()) >= settings.retentionMicros()) {
      byTime = marks.size() > 1 ? second().first() - 1 : ended;
    }
    return Math.max(dropped, Math.max(byNumber, byTime));
  }

  boolean isEmpty() {
    return ended == dropped;
  }

  private Mark second() {
    var each = marks.iterator();
    each.next();
    return each.next();
  }
}
