package io.tenure.chaos.checker;

import static io.tenure.chaos.history.Field.CLAIM;
import static io.tenure.chaos.history.Field.ENDING;
import static io.tenure.chaos.history.Field.MARKER;
import static io.tenure.chaos.history.Field.REMAINING_MICROS;
import static io.tenure.chaos.history.Field.STATUS;
import static io.tenure.chaos.history.Field.TOKEN;
import static io.tenure.chaos.history.Field.TTL_MILLIS;

import io.tenure.chaos.history.Field;
import io.tenure.chaos.history.Field.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Operations of the claims dialect by hand, on the key {@code k}; all times are milliseconds. */
final class ClaimTales {

  static final long TTL = 1000;

  private final Story story = new Story();
  private final List<Map<String, Object>> counted = new ArrayList<>();

  Story story() {
    return story;
  }

  ClaimTales granted(long from, long to, long claim, long token) {
    draft("file", from, to)
        .asks(MARKER, "m" + claim, TTL_MILLIS, TTL)
        .ok(
            Result.GRANTED,
            CLAIM,
            claim,
            TOKEN,
            token,
            STATUS,
            "active",
            REMAINING_MICROS,
            TTL * 1000);
    return this;
  }

  ClaimTales queued(long from, long to, long claim) {
    draft("file", from, to)
        .asks(MARKER, "m" + claim, TTL_MILLIS, TTL)
        .ok(Result.QUEUED, CLAIM, claim, STATUS, "waiting");
    return this;
  }

  ClaimTales renewed(long from, long to, long claim, long token) {
    draft("renew", from, to)
        .asks(CLAIM, claim, TTL_MILLIS, TTL)
        .ok(Result.RENEWED, TOKEN, token, STATUS, "active", REMAINING_MICROS, TTL * 1000);
    return this;
  }

  ClaimTales confirmed(long from, long to, long claim, long token, long remainingMillis) {
    draft("confirm", from, to)
        .asks(CLAIM, claim)
        .ok(
            Result.CONFIRMED,
            TOKEN,
            token,
            STATUS,
            "active",
            REMAINING_MICROS,
            remainingMillis * 1000);
    return this;
  }

  ClaimTales released(long from, long to, long claim) {
    draft("end", from, to).asks(CLAIM, claim, ENDING, "released").ok(Result.ENDED);
    return this;
  }

  ClaimTales releasedMaybe(long from, long to, long claim) {
    draft("end", from, to).asks(CLAIM, claim, ENDING, "released").unknown();
    return this;
  }

  ClaimTales readActive(long from, long to, long claim, long token, long remainingMillis) {
    draft("read", from, to)
        .asks(CLAIM, claim)
        .ok(Result.SEEN, TOKEN, token, STATUS, "active", REMAINING_MICROS, remainingMillis * 1000);
    return this;
  }

  ClaimTales read(long from, long to, long claim, String status) {
    draft("read", from, to).asks(CLAIM, claim).ok(Result.SEEN, STATUS, status);
    return this;
  }

  ClaimTales readLocal(long from, long to, long claim, String status, long staleMillis) {
    draft("read", from, to)
        .asks(CLAIM, claim, Field.LOCAL, true)
        .ok(
            Result.SEEN,
            STATUS,
            status,
            Field.STALENESS_MICROS,
            staleMillis * 1000,
            Field.CONNECTION,
            1L);
    return this;
  }

  /** What the census will show of a claim. */
  ClaimTales remains(long claim, String status, long token) {
    Map<String, Object> entry = Story.map(CLAIM, claim, STATUS, status, MARKER, "m" + claim);
    if (token > 0) {
      entry.put(TOKEN, token);
    }
    counted.add(Map.copyOf(entry));
    return this;
  }

  /** Counts all that remains; nothing may follow. */
  ClaimTales census(long from, long to) {
    draft("census", from, to).ok(Result.SEEN, Field.CLAIMS, List.copyOf(counted));
    return this;
  }

  Story.Draft draft(String action, long from, long to) {
    return story.op(1, "k", action).at(from, to);
  }

  Verdict judgedBy(Checker checker) {
    return checker.check(story.evidence());
  }
}
