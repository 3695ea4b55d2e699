package io.tenure.gateway.auth.rules;

import io.tenure.gateway.Principal;
import io.tenure.gateway.Right;
import java.util.List;

/** The lines of a file of rules. Pure; a look walks them from the first on. */
public final class Rules {

  private final List<Rule> rules;

  Rules(List<Rule> rules) {
    this.rules = List.copyOf(rules);
  }

  /** Whether a principal may do something to the resource of this name. */
  public Decision decide(Principal principal, Right right, String resource) {
    for (Rule rule : rules) {
      if (rule.isAbout(principal, right) && rule.covers(principal, resource)) {
        return Decision.by(rule);
      }
    }
    return Decision.NO_LINE;
  }

  /**
   * Whether a principal may do something to all resources whose names begin so, those that there
   * are not yet included.
   */
  public Decision decideAll(Principal principal, Right right, String beginning) {
    for (Rule rule : rules) {
      if (rule.isAbout(principal, right)) {
        boolean all = rule.covers(principal, beginning);
        if (all || !rule.allows() && rule.touches(principal, beginning)) {
          return Decision.by(rule);
        }
      }
    }
    return Decision.NO_LINE;
  }
}
