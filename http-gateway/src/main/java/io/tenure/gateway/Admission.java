package io.tenure.gateway;

import java.util.Optional;

/** Lets calls that would change something pass, or says why not, for every dialect alike. */
public record Admission(Authenticator authenticator) {

  /** Lets everybody in. */
  public static final Admission OPEN = new Admission(Authenticator.NONE);

  private static final Problem NO_CREDENTIALS =
      Problem.of(401, "no-credentials", "whoever changes something must show credentials")
          .with("WWW-Authenticate", "Bearer realm=\"tenure\"");

  /** On whose authority a call asks that has passed {@link #check}. */
  public Principal principal(Shown shown) {
    return authenticator.find(shown) instanceof Finding.Known known
        ? known.principal()
        : Principal.ANONYMOUS;
  }

  /** Refuses whoever shows no credentials, or wrong ones. */
  public void check(Shown shown) {
    objection(shown)
        .ifPresent(
            problem -> {
              throw new ProblemException(problem);
            });
  }

  /** Why a call that would change something may not; empty if it may. */
  public Optional<Problem> objection(Shown shown) {
    if (authenticator == Authenticator.NONE) {
      return Optional.empty();
    }
    Finding finding = authenticator.find(shown);
    if (finding instanceof Finding.Known) {
      return Optional.empty();
    }
    return Optional.of(
        finding instanceof Finding.Refused refused ? refused.problem() : NO_CREDENTIALS);
  }
}
