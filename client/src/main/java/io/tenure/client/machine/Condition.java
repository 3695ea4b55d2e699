package io.tenure.client.machine;

import java.util.function.IntPredicate;

/** What a claim can meet: answers, timers, and wishes of the client. */
enum Condition {
  START("-"),
  SIGNAL("signal received"),
  RELEASE("client requests release"),
  REFRESH("client requests refresh"),
  TIMEOUT("timeout timer triggers"),
  RETRY("retry timer triggers"),
  RENEW("renew timer triggers"),
  ACTIVATE("activate timer triggers"),
  LEASE("lease timer triggers"),
  SEEN_ACTIVE("watch shows it active"),
  SEEN_ENDED("watch shows it ended"),
  ANSWERED_ENDED("response (201, 202) shows it ended"),
  OK("response (200)", status -> status == 200),
  CREATED("response (201)", status -> status == 201),
  ACCEPTED("response (202)", status -> status == 202),
  NO_CONTENT("response (204)", status -> status == 204),
  CONFLICT("response (409)", status -> status == 409),
  REFUSED("response (4xx)", Condition::isRefusal),
  REFUSED_BUT_404("response (4xx except 404)", status -> isRefusal(status) && status != 404),
  FAILED("response (5xx)", Condition::isFailure),
  FAILED_OR_404("response (5xx, 404)", status -> isFailure(status) || status == 404);

  private final String text;
  private final IntPredicate response;

  Condition(String text) {
    this(text, status -> false);
  }

  Condition(String text, IntPredicate response) {
    this.text = text;
    this.response = response;
  }

  String text() {
    return text;
  }

  /** Whether this is a response, and one with this status. */
  boolean matches(int status) {
    return response.test(status);
  }

  /** Whether it says exactly which status it is; that goes before those which do not. */
  boolean isExact() {
    return switch (this) {
      case OK, CREATED, ACCEPTED, NO_CONTENT, CONFLICT -> true;
      default -> false;
    };
  }

  private static boolean isRefusal(int status) {
    return status >= 400 && status < 500;
  }

  private static boolean isFailure(int status) {
    return status >= 500;
  }
}
