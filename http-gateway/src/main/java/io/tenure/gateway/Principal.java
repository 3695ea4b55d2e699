package io.tenure.gateway;

/**
 * On whose authority a call asks. What one principal has asked for, no other is told as its own.
 *
 * @param id tells principals apart; never a secret itself, since it may be shown or hashed
 */
public record Principal(String id) {

  /** Whoever calls where no credentials are asked for. */
  public static final Principal ANYBODY = new Principal("");

  /** One of several clients that share the credentials of this principal, by its own name. */
  public Principal client(String name) {
    return new Principal(id + '\n' + name);
  }
}
