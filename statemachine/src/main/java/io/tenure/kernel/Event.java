package io.tenure.kernel;

/**
 * Something that has happened. A {@link LeaseTable} changes in no other way, and a store that
 * writes each event down has written everything down. Events about a claim carry it as it is
 * afterwards.
 */
public sealed interface Event {

  record TimeAdvanced(Moment now) implements Event {}

  record ClaimFiled(Claim claim) implements Event {}

  record ClaimGranted(Claim claim) implements Event {}

  record ClaimRenewed(Claim claim) implements Event {}

  /**
   * A claim got into its final status and left the table.
   *
   * @param sequence its place among all claims that ever ended, from 1 on
   */
  record ClaimEnded(Claim claim, long sequence) implements Event {}

  /** The ended claims from the one sequence number to the other, both included, are forgotten. */
  record EndedDropped(long first, long last) implements Event {}

  /** The first answer to a keyed request, to be given again until its time is over. */
  record AnswerKept(RequestKey key, ClusterTime until, Result answer) implements Event {}

  record AnswerDropped(RequestKey.Name name) implements Event {}

  record SettingsChanged(Settings settings) implements Event {}

  record EpochRaised(LeaseVersion last) implements Event {}

  /** One method per event: the table, the store and the watchers each implement it. */
  interface Handler {
    void on(TimeAdvanced event);

    void on(ClaimFiled event);

    void on(ClaimGranted event);

    void on(ClaimRenewed event);

    void on(ClaimEnded event);

    void on(EndedDropped event);

    void on(AnswerKept event);

    void on(AnswerDropped event);

    void on(SettingsChanged event);

    void on(EpochRaised event);
  }

  // Java 17 has no switch over types; DispatchTest proves that this one covers them all.
  default void dispatch(Handler handler) {
    if (this instanceof TimeAdvanced event) {
      handler.on(event);
    } else if (this instanceof ClaimFiled event) {
      handler.on(event);
    } else if (this instanceof ClaimGranted event) {
      handler.on(event);
    } else if (this instanceof ClaimRenewed event) {
      handler.on(event);
    } else if (this instanceof ClaimEnded event) {
      handler.on(event);
    } else if (this instanceof EndedDropped event) {
      handler.on(event);
    } else if (this instanceof AnswerKept event) {
      handler.on(event);
    } else if (this instanceof AnswerDropped event) {
      handler.on(event);
    } else if (this instanceof SettingsChanged event) {
      handler.on(event);
    } else if (this instanceof EpochRaised event) {
      handler.on(event);
    } else {
      throw new AssertionError("no dispatch for " + this);
    }
  }
}
