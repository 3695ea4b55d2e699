package io.tenure.gateway.auth.rules;

import io.tenure.gateway.Principal;
import io.tenure.gateway.Right;
import java.util.List;
import java.util.Optional;

/**
 * One line that allows or denies something. To allow a right is to allow the lesser ones, to deny
 * it is to deny the greater ones.
 *
 * @param line its number in the file
 * @param text the line as it stands there
 * @param prefixes of names of resources; an empty one is the beginning of every name
 */
record Rule(int line, String text, boolean allows, Who who, Right right, List<String> prefixes) {

  /** Stands for the principal's own name in a prefix. */
  static final String NAME = "{name}";

  Rule {
    prefixes = List.copyOf(prefixes);
  }

  boolean isAbout(Principal principal, Right wanted) {
    int order = wanted.compareTo(right);
    return (allows ? order <= 0 : order >= 0) && who.fits(principal);
  }

  /** Whether all names that begin so are this rule's; a whole name is such a beginning, too. */
  boolean covers(Principal principal, String beginning) {
    return prefixes.stream()
        .map(prefix -> of(principal, prefix))
        .anyMatch(prefix -> prefix.isPresent() && beginning.startsWith(prefix.get()));
  }

  /** Whether some names that begin so are this rule's, and some are not. */
  boolean touches(Principal principal, String beginning) {
    return prefixes.stream()
        .map(prefix -> of(principal, prefix))
        .anyMatch(prefix -> prefix.isPresent() && prefix.get().startsWith(beginning));
  }

  /**
   * A principal whose name has a slash has no place of its own: else {@code a/b} would be at home
   * where {@code a} is.
   */
  private static Optional<String> of(Principal principal, String prefix) {
    if (!prefix.contains(NAME)) {
      return Optional.of(prefix);
    }
    String own = principal.name().substring(principal.name().indexOf(':') + 1);
    return principal.isAnonymous() || own.isEmpty() || own.contains("/")
        ? Optional.empty()
        : Optional.of(prefix.replace(NAME, own));
  }
}
