package io.tenure.gateway;

/**
 * Decides who may change something. Reads are not put before it. Called by many threads, on event
 * loops: it must answer at once, from memory.
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

  Verdict judge(Call call);

  /** On whose authority a call asks that is allowed. */
  default Principal principal(Call call) {
    return Principal.ANYBODY;
  }
}
