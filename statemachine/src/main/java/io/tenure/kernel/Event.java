package io.tenure.kernel;

import java.util.List;

/**
 * Something that has happened. A {@link LeaseTable} changes in no other way, and a store that
 * writes each event down has written everything down. Events about a claim carry it as it is
 * afterwards.
 */
public sealed interface Event {

  /** Calls the handler's method for this type. */
  void dispatch(Handler handler);

  /** What clients may watch happen to a claim. */
  sealed interface ClaimChanged extends Event {

    /** What can happen to a claim. */
    enum Kind {
      FILED,
      GRANTED,
      RENEWED,
      ENDED
    }

    Kind kind();

    /** The claim as it is afterwards. */
    Claim claim();
  }

  record TimeAdvanced(Moment now) implements Event {
    @Override
    public void dispatch(Handler handler) {
      handler.on(this);
    }
  }

  record ClaimFiled(Claim claim) implements ClaimChanged {
    @Override
    public Kind kind() {
      return Kind.FILED;
    }

    @Override
    public void dispatch(Handler handler) {
      handler.on(this);
    }
  }

  record ClaimGranted(Claim claim) implements ClaimChanged {
    @Override
    public Kind kind() {
      return Kind.GRANTED;
    }

    @Override
    public void dispatch(Handler handler) {
      handler.on(this);
    }
  }

  record ClaimRenewed(Claim claim) implements ClaimChanged {
    @Override
    public Kind kind() {
      return Kind.RENEWED;
    }

    @Override
    public void dispatch(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * A claim got into its final status and left the table.
   *
   * @param sequence its place among all claims that ever ended, from 1 on
   */
  record ClaimEnded(Claim claim, long sequence) implements ClaimChanged {
    @Override
    public Kind kind() {
      return Kind.ENDED;
    }

    @Override
    public void dispatch(Handler handler) {
      handler.on(this);
    }
  }

  /** The ended claims from the one sequence number to the other, both included, are forgotten. */
  record EndedDropped(long first, long last) implements Event {
    @Override
    public void dispatch(Handler handler) {
      handler.on(this);
    }
  }

  /** The first answer to a keyed request, to be given again until its time is over. */
  record AnswerKept(RequestKey key, ClusterTime until, Result answer) implements Event {
    @Override
    public void dispatch(Handler handler) {
      handler.on(this);
    }
  }

  record AnswerDropped(RequestKey.Name name) implements Event {
    @Override
    public void dispatch(Handler handler) {
      handler.on(this);
    }
  }

  record SettingsChanged(Settings settings) implements Event {
    @Override
    public void dispatch(Handler handler) {
      handler.on(this);
    }
  }

  record EpochRaised(LeaseVersion last) implements Event {
    @Override
    public void dispatch(Handler handler) {
      handler.on(this);
    }
  }

  /** The owner of a claim asked whether it is its turn. */
  record ClaimAsked(Claim claim) implements Event {
    @Override
    public void dispatch(Handler handler) {
      handler.on(this);
    }
  }

  /** What a log entry answered to requests with delivery ids, in the order of the ids. */
  record DeliveriesKept(KeptDeliveries kept, List<Result> answers) implements Event {
    @Override
    public void dispatch(Handler handler) {
      handler.on(this);
    }
  }

  /** The deliveries of a log entry are forgotten. */
  record DeliveriesDropped(long entry) implements Event {
    @Override
    public void dispatch(Handler handler) {
      handler.on(this);
    }
  }

  record LevelRaised(int level) implements Event {
    @Override
    public void dispatch(Handler handler) {
      handler.on(this);
    }
  }

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

    void on(ClaimAsked event);

    void on(DeliveriesKept event);

    void on(DeliveriesDropped event);

    void on(LevelRaised event);
  }
}
