package io.tenure.kernel;

/**
 * What the members of a cluster have agreed to write and to do. The level is replicated state: it
 * rises by a command, once all members can, and behaviour changes at the same entry on all of them.
 */
public final class Level {

  /** As version 0.1.0 wrote it. */
  public static final int FIRST = 1;

  /**
   * Promoted claims whose owners poll have a grace; requests have delivery ids; a full memo refuses
   * no renewal and no release; releasing a lease gives it a new version; the names of leases keep
   * namespaces apart.
   */
  public static final int SECOND = 2;

  /** One tick passes the turn through a queue of claims whose leases last no time. */
  public static final int THIRD = 3;

  public static final int NEWEST = THIRD;

  private Level() {}
}
