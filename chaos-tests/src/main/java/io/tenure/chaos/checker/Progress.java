package io.tenure.chaos.checker;

import static io.tenure.chaos.history.Field.STATUS;

import io.tenure.chaos.history.Field;
import io.tenure.chaos.history.Field.Result;
import io.tenure.chaos.history.Phase;
import io.tenure.chaos.history.Span;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** A claim only goes forward: absent, waiting, active, ended; and its end never changes. */
final class Progress {

  private static final int ENDED = 3;

  private Progress() {}

  static Stream<Span> reads(ClaimStory story) {
    return story.spans().stream().filter(span -> span.isOk() && isRead(span));
  }

  /** What is answered again, and says so, is as good as read. */
  private static boolean isRead(Span span) {
    return span.action().equals(ClaimStory.READ)
        || (span.action().equals(ClaimStory.FILE) && span.flag(Field.REPLAYED));
  }

  /** An answer that had arrived before that time, and showed the claim further on its way. */
  static Optional<Span> knownBetter(ClaimStory story, Span read, long before) {
    return story
        .answers()
        .filter(known -> known.end() < before)
        .filter(known -> isEarlier(read, known))
        .findFirst();
  }

  /** Whether the read shows an end that no client had begun to ask for when it was answered. */
  static boolean isFromTheFuture(ClaimStory story, Span read) {
    String status = status(read);
    boolean onRequest = status.equals("released") || status.equals("withdrawn");
    return onRequest
        && story.spans().stream()
            .filter(span -> span.action().equals(ClaimStory.END) && span.phase() != Phase.FAIL)
            .noneMatch(span -> span.begin() < read.end());
  }

  /** Whether the read shows the claim earlier on its way than what was known, or another end. */
  static boolean isEarlier(Span read, Span known) {
    OptionalInt then = of(known);
    OptionalInt now = of(read);
    if (then.isEmpty() || now.isEmpty()) {
      return false;
    }
    boolean bothEnded = then.getAsInt() == ENDED && now.getAsInt() == ENDED;
    return now.getAsInt() < then.getAsInt() || (bothEnded && !status(read).equals(status(known)));
  }

  /** How far the claim had come when the answer was given, if the answer says so. */
  private static OptionalInt of(Span span) {
    if (span.hasResult(Result.ABSENT)) {
      return OptionalInt.of(0);
    }
    return switch (status(span)) {
      case "" -> OptionalInt.empty();
      case "waiting" -> OptionalInt.of(1);
      case "active" -> OptionalInt.of(2);
      default -> OptionalInt.of(ENDED);
    };
  }

  private static String status(Span span) {
    return span.is(ClaimStory.END, Result.ENDED)
        ? span.text(Field.ENDING).orElse("")
        : span.text(STATUS).orElse("");
  }
}
