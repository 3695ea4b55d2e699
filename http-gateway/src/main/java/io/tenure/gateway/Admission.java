package io.tenure.gateway;

/** Lets calls that would change something pass, or says why not, for every dialect alike. */
public record Admission(Authenticator authenticator) {

  /** Lets everybody in. */
  public static final Admission OPEN = new Admission(Authenticator.NONE);

  /** On whose authority a call asks that has passed {@link #check}. */
  public Principal principal(Call call) {
    return authenticator.principal(call);
  }

  /** Refuses whoever shows no credentials with 401, and whoever shows wrong ones with 403. */
  public void check(Call call) {
    switch (authenticator.judge(call)) {
      case ALLOWED -> {}
      case NO_CREDENTIALS ->
          throw new ProblemException(
              Problem.of(401, "no-credentials", "whoever changes something must show credentials")
                  .with("WWW-Authenticate", "Bearer realm=\"tenure\""));
      case WRONG_CREDENTIALS ->
          throw new ProblemException(
              Problem.of(403, "wrong-credentials", "these credentials do not allow it"));
    }
  }
}
