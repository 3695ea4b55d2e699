package io.tenure.replication;

import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.DeliveryId;
import io.tenure.kernel.KnownLevels;
import io.tenure.kernel.Level;
import io.tenure.kernel.Request;
import io.tenure.kernel.Result;
import io.tenure.kernel.Settings;
import io.tenure.service.Caller;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** A member whose time, log and peers are the test's. */
final class TestMember {

  static final String SELF = "self";
  static final Result DONE = new Result.Configured();

  final RecordedEffects effects = new RecordedEffects();
  final RecordedGroupEffects group = new RecordedGroupEffects();
  final WaitList waits = new WaitList(() -> new Now());
  Applied applied = at(1_000_000, ClusterTime.NEVER);
  long nanos;
  private long requests;
  final Member member;

  TestMember() {
    this(
        new Member.Setup(
            SELF,
            List.of("alice", "bob", SELF),
            Settings.DEFAULT,
            KnownLevels.ALL,
            seconds(5),
            10));
  }

  TestMember(Member.Setup setup) {
    member = new Member(setup, new Member.Ports(effects, group, () -> applied, waits), nanos);
  }

  /** Replies that do not wait. */
  private static final class Now implements Replies {
    @Override
    public void add(Caller caller, Runnable ending) {
      ending.run();
    }

    @Override
    public void send() {}
  }

  static long seconds(long count) {
    return TimeUnit.SECONDS.toNanos(count);
  }

  static long millis(long count) {
    return TimeUnit.MILLISECONDS.toNanos(count);
  }

  Applied at(long micros, ClusterTime nextExpiry) {
    return new Applied(
        7,
        new ClusterTime(micros),
        nanos,
        nextExpiry,
        nextExpiry.isBefore(ClusterTime.NEVER),
        0,
        Level.NEWEST,
        Settings.DEFAULT,
        new TreeMap<>(),
        new Applied.Counts(0, 0, 0, 0));
  }

  /** Lets time pass as the driver does: the member is called when it wants to be, and beats. */
  void pass(long time) {
    long end = nanos + time;
    while (nanos < end) {
      long next = member.step(nanos);
      nanos = Math.min(end, Math.max(next, nanos + 1));
    }
    step();
  }

  void step() {
    member.step(nanos);
  }

  void leads(long term) {
    member.leads(term, applied.now(), nanos);
    step();
  }

  void follows(long term, String leader) {
    member.follows(term, leader, nanos);
    step();
  }

  void losesLeader() {
    member.losesLeader(nanos);
    step();
  }

  Caller caller(long timeNanos) {
    return new Caller(Runnable::run, nanos + timeNanos);
  }

  ClientRequest submit(Request request) {
    return submit(request, caller(seconds(10)), Level.NEWEST);
  }

  ClientRequest submit(Request request, Caller caller, int level) {
    requests++;
    ClientRequest submission =
        ClientRequest.of(request, caller, new DeliveryId(1, requests), level, nanos);
    member.submit(submission, nanos);
    step();
    return submission;
  }

  ToldSubmission offer(int name) {
    ToldSubmission submission = new ToldSubmission(name, false, nanos + seconds(10));
    member.offer(List.of(submission));
    step();
    return submission;
  }

  /** The leader answers all requests of a message. */
  void reply(Batch batch, Forwarding.Fate fate) {
    List<Forwarding.Ending> endings = new ArrayList<>();
    for (int i = 0; i < batch.submissions().size(); i++) {
      endings.add(
          fate == Forwarding.Fate.APPLIED
              ? Forwarding.Ending.applied(DONE)
              : Forwarding.Ending.of(fate, "the leader's reason"));
    }
    member.replied(batch, endings, nanos);
    step();
  }

  /** An entry is applied. */
  void apply(Batch batch) {
    List<Result> results = new ArrayList<>();
    batch.submissions().forEach(each -> results.add(DONE));
    member.applied(batch, new ArrayList<>(results), nanos);
    step();
  }
}
