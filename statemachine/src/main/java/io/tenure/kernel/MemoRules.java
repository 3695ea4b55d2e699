package io.tenure.kernel;

import static io.tenure.kernel.Command.WhenHeld.RENEW_IF_OWN;

import io.tenure.kernel.Command.Acquire;
import io.tenure.kernel.Command.Amend;
import io.tenure.kernel.Command.Release;
import io.tenure.kernel.Command.Renew;

/**
 * What a memo of first answers that fills up means for each kind of command. New claims are refused
 * once it is full. Whoever holds something already must be able to keep it and to give it back:
 * renewals and releases are then carried out without being remembered. Renewals, which are the most
 * and may be repeated without harm, never take more than half of it.
 */
final class MemoRules {

  private final LeaseTable table;
  private final Settings settings;
  private final int level;

  MemoRules(LeaseTable table) {
    this.table = table;
    settings = table.settings();
    level = table.level();
  }

  /** How many answers there may be at most for one more, to this command, to be kept. */
  int roomFor(Command command) {
    return level >= Level.SECOND && keeps(command)
        ? settings.memoLimit() / 2
        : settings.memoLimit();
  }

  boolean mayGoUnremembered(Command command) {
    return level >= Level.SECOND && (keeps(command) || givesBack(command));
  }

  private boolean keeps(Command command) {
    return command instanceof Renew
        || (command instanceof Amend amend && !givesBack(amend))
        || (command instanceof Acquire acquire && isRenewal(acquire));
  }

  /** Else it is a new claim, of which a repetition has to be recognized. */
  private boolean isRenewal(Acquire acquire) {
    return acquire.whenHeld() == RENEW_IF_OWN
        && table
            .holder(acquire.resource())
            .filter(held -> !held.tenure().isExpiredAt(table.now().cluster()))
            .filter(held -> held.holder().isSameAs(acquire.holder()))
            .isPresent();
  }

  private static boolean givesBack(Command command) {
    return command instanceof Release
        || (command instanceof Amend amend
            && amend.status() != null
            && amend.status() != ClaimStatus.ACTIVE);
  }
}
