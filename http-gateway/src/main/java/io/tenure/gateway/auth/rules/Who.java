package io.tenure.gateway.auth.rules;

import io.tenure.gateway.Principal;

/**
 * Whom a line is about: everybody, a group, a principal, or all whose name begins with something.
 *
 * @param text without the star at the end, if there is one
 */
record Who(Kind kind, String text, boolean prefix) {

  private static final String GROUP = "group:";

  /** What the text is compared with. */
  enum Kind {
    PRINCIPAL,
    GROUP
  }

  static Who parse(String pattern) {
    boolean prefix = pattern.endsWith("*");
    String text = prefix ? pattern.substring(0, pattern.length() - 1) : pattern;
    return text.startsWith(GROUP)
        ? new Who(Kind.GROUP, text.substring(GROUP.length()), prefix)
        : new Who(Kind.PRINCIPAL, text, prefix);
  }

  boolean fits(Principal principal) {
    return kind == Kind.PRINCIPAL
        ? fits(principal.name())
        : principal.groups().stream().anyMatch(this::fits);
  }

  private boolean fits(String name) {
    return prefix ? name.startsWith(text) : name.equals(text);
  }
}
