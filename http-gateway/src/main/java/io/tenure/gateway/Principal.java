package io.tenure.gateway;

import java.time.Instant;
import java.util.Set;

/**
 * Who calls. What one principal has asked for, no other is told as its own.
 *
 * @param name tells principals apart, such as {@code token:ci}, {@code jwt:alice} or {@code
 *     anonymous}: how somebody was known, a colon, and the name there; never a secret
 * @param groups to which it belongs
 * @param until when its credentials end
 */
public record Principal(String name, Set<String> groups, Instant until) {

  /** Whoever shows no credentials. */
  public static final Principal ANONYMOUS = of("anonymous");

  public Principal {
    groups = Set.copyOf(groups);
  }

  /** A principal of no group, for ever. */
  public static Principal of(String name) {
    return new Principal(name, Set.of(), Instant.MAX);
  }

  public boolean isAnonymous() {
    return name.equals(ANONYMOUS.name);
  }

  /** One of several clients that share the credentials of this principal, by its own name. */
  public Principal client(String client) {
    return new Principal(name + '\n' + client, groups, until);
  }
}
