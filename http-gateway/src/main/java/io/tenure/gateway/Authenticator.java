package io.tenure.gateway;

/**
 * Decides who may do what. Called by many threads, on event loops: it must answer at once, from
 * memory.
 */
@FunctionalInterface
public interface Authenticator {

  /** Lets everybody in. */
  Authenticator NONE = call -> Verdict.ALLOWED;

  /** What an authenticator thinks of a call. */
  enum Verdict {
    ALLOWED,
    NO_CREDENTIALS,
    WRONG_CREDENTIALS
  }

  /** Judges the credentials of a call whose route asks for some. */
  Verdict judge(Call call);

  /** On whose authority a call asks that is allowed. */
  default Principal principal(Call call) {
    return Principal.ANYBODY;
  }

  /** Whether somebody whose credentials are good may do what a call would do. */
  default boolean permits(Principal principal, Access access) {
    return true;
  }
}
