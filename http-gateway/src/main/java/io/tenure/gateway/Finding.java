package io.tenure.gateway;

import java.util.concurrent.CompletionStage;

/** What an {@link Authenticator} found in what a caller shows. */
public sealed interface Finding {

  /** There is nothing that it looks for. */
  record Nothing() implements Finding {}

  /** The caller is known. */
  record Known(Principal principal) implements Finding {}

  /**
   * The caller shows something that cannot be believed.
   *
   * @param isFinal whether nobody else needs to be asked
   */
  record Refused(Problem problem, boolean isFinal) implements Finding {}

  /**
   * It has to ask somebody first.
   *
   * @param finding never fails, and is no other {@code Later}
   */
  record Later(CompletionStage<Finding> finding) implements Finding {}

  Finding NOTHING = new Nothing();

  static Finding known(Principal principal) {
    return new Known(principal);
  }

  /** Credentials that are wrong, whatever is wrong with them: the client may get better ones. */
  static Finding wrong(String detail) {
    Problem problem =
        Problem.of(401, "wrong-credentials", detail)
            .with("WWW-Authenticate", "Bearer realm=\"tenure\", error=\"invalid_token\"");
    return new Refused(problem, false);
  }

  /** Nobody can say now whether the credentials are right. */
  static Finding unavailable(String detail) {
    return new Refused(Problem.unavailable(detail), false);
  }

  /** Nobody may show this. */
  static Finding forbidden(String detail) {
    return new Refused(Problem.of(400, "bad-credentials", detail), true);
  }
}
