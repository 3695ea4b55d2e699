package io.tenure.replication;

import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.KnownLevels;
import io.tenure.kernel.Result;
import io.tenure.kernel.Settings;
import io.tenure.replication.Forwarding.Ending;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a member of the cluster decides about requests, reads, time and leadership, as a
 * passive object: what happens goes in with the time, what is to be done goes to {@link Effects}
 * and {@link GroupEffects}, and nothing else moves it. After any number of inputs {@link #step}
 * does all that can be done by then.
 *
 * <p>Not thread-safe: its driver lets one thread in at a time.
 */
public final class Member {

  /**
   * How a member is set up.
   *
   * @param self its address
   * @param members the addresses of all members, this one among them, in an order that all share
   * @param settings what it will propose when it leads, if the cluster has others
   * @param levels what it knows, and so may propose
   * @param patienceNanos how long a request or a read waits for a leader
   * @param requestLimit how many requests it takes before it has answered some
   */
  public record Setup(
      String self,
      List<String> members,
      Settings settings,
      KnownLevels levels,
      long patienceNanos,
      int requestLimit) {}

  /**
   * What a member is connected to.
   *
   * @param state what is applied, as of now
   * @param waits where those are told of changes who wait for them
   */
  public record Ports(
      Effects effects, GroupEffects group, Supplier<Applied> state, WaitList waits) {}

  static final String CLOSING = "this node is shutting down";

  private final Setup setup;
  private final Effects effects;
  private final Supplier<Applied> state;
  private final LeaderTime time;
  private final Ticks ticks;
  private final Dispatch dispatch;
  private final Group group;
  private final ReadRounds reads;
  private final Waits waits;

  private Standing standing = Standing.UNKNOWN;
  private int taken;
  private long refusals;
  private long nextBeatNanos;

  /** Makes a member that knows no leader. */
  public Member(Setup setup, Ports ports, long nanos) {
    this.setup = setup;
    effects = ports.effects();
    state = ports.state();
    time = new LeaderTime(nanos);
    ticks = new Ticks(nanos);
    dispatch = new Dispatch(effects, state, time, nanos);
    reads = new ReadRounds(effects, nanos);
    waits = new Waits(ports.waits(), reads, effects, setup.patienceNanos(), nanos);
    group = new Group(setup, ports, nanos);
    nextBeatNanos = nanos;
  }

  // ---- Requests

  /**
   * Takes a client's request. Beyond the limit it is refused at once, instead of letting everybody
   * wait; new claims a little earlier, so that holders can still renew and release.
   */
  public void submit(ClientRequest request, long nanos) {
    int limit = setup.requestLimit();
    request.takenBy(this::ended, nanos + setup.patienceNanos());
    taken++;
    if (taken > (request.isUrgent() ? limit : limit - limit / 5)) {
      refusals++;
      request.refused("this node has too many requests under way");
    } else {
      dispatch.add(request);
    }
  }

  private void ended(ClientRequest request, Runnable ending) {
    taken--;
    effects.answer(request.caller(), ending);
  }

  /** How many clients' requests are not answered yet. */
  public int taken() {
    return taken;
  }

  /** How many requests were refused because there were too many. */
  public long refusals() {
    return refusals;
  }

  /** Takes what this member asks for by itself while it leads, and for nobody else's log. */
  public void offer(List<? extends Submission> submissions) {
    for (Submission submission : submissions) {
      if (standing.mine()) {
        dispatch.add(submission);
      } else {
        submission.notLeader();
      }
    }
  }

  /** Takes requests that another node sent to this one, because it takes it for the leader. */
  public void forwarded(ForwardedBatch batch, long nanos) {
    if (standing.mine()) {
      batch.submissions(state.get().level(), nanos).forEach(dispatch::add);
    } else {
      batch.notLeader();
    }
  }

  // ---- What became of batches

  /**
   * An entry was applied here.
   *
   * @param results of its requests, in their order; null for those that {@link #finished} tells
   */
  public void applied(Batch batch, List<@Nullable Result> results, long nanos) {
    dispatch.applied(batch, results);
    if (standing.mine() && setup.members().size() > 1 && dispatch.isIdle()) {
      reads.spreadCommit(nanos);
    }
  }

  /** A result that only the archive could complete. */
  public void finished(Submission submission, Result result) {
    submission.applied(result);
  }

  /** A request was applied, and its answer cannot be told. */
  public void unanswerable(Submission submission, String reason) {
    submission.unknown(reason);
  }

  /**
   * An entry could not be appended, or nobody will say whether it was.
   *
   * @param kept whether the log surely kept it out: it is busy, or leadership is handed over
   */
  public void failed(Batch batch, boolean kept, long nanos) {
    dispatch.failed(batch, kept, nanos);
  }

  /** The leader has told what became of each request. Also an answer that comes late counts. */
  public void replied(Batch batch, List<Ending> endings, long nanos) {
    dispatch.replied(batch, endings, nanos);
  }

  /** A message surely did not reach the leader. */
  public void notSent(Batch batch, long nanos) {
    dispatch.sendAgain(batch, nanos);
  }

  /** Nobody knows what became of a message. */
  public void unanswered(Batch batch, String reason, long nanos) {
    dispatch.unanswered(batch, reason, nanos);
  }

  // ---- Leadership

  /**
   * This member leads, and has applied all entries of older terms.
   *
   * @param applied the cluster time of the last of them
   */
  public void leads(long term, ClusterTime applied, long nanos) {
    time.startTerm(term, applied, nanos);
    change(Standing.leads(term, setup.self()), nanos);
  }

  public void follows(long term, String leader, long nanos) {
    change(Standing.follows(term, leader), nanos);
  }

  /** The leader is lost, or this member has stepped down. */
  public void losesLeader(long nanos) {
    change(standing.withoutLeader(), nanos);
  }

  public Standing standing() {
    return standing;
  }

  private void change(Standing next, long nanos) {
    if (!next.equals(standing)) {
      standing = next;
      dispatch.leaderChanged(next, nanos);
      ticks.leaderChanged();
      reads.leaderChanged(nanos);
      waits.leaderKnown(next.leader().isPresent(), nanos);
      group.leaderChanged(next, nanos);
    }
  }

  /** A quorum has said whether this member still leads, or did not answer. */
  public void confirmed(long question, boolean yes, long nanos) {
    dispatch.confirmed(question, yes, nanos);
  }

  /** How leadership is moved to a member that somebody names. */
  public HandOvers handOvers() {
    return group.handOvers;
  }

  /** What it proposes of its own accord while it leads. */
  public LeaderDuties duties() {
    return group.duties;
  }

  /** How it notices that the leader's process has ended. */
  public LeaderLoss leaderLoss() {
    return group.leaderLoss;
  }

  // ---- Reads and waits

  public void read(Read<?> read, long nanos) {
    read.waitsUntil(nanos + setup.patienceNanos());
    reads.add(read);
  }

  /**
   * A round has ended. If it succeeded, its reads have been asked of a state that has all that the
   * round asked for.
   */
  public void roundEnded(Round round, boolean succeeded, long nanos) {
    reads.ended(round, succeeded, nanos);
  }

  /** Takes somebody in who waits; whoever does so tells when the wait has been answered. */
  public void await(Wait wait, long nanos) {
    waits.add(wait, nanos);
  }

  public void waitEnded(Wait wait) {
    waits.ended(wait);
  }

  // ---- Time

  /**
   * Does all that can be done now.
   *
   * @return when it wants to be called again, if there is no input before
   */
  public long step(long nanos) {
    time.beat(nanos);
    if (nanos - nextBeatNanos >= 0) {
      nextBeatNanos = nanos + PauseGuard.BEAT_NANOS;
      dispatch.expire(nanos);
      reads.expire(nanos);
    }
    if (standing.mine()) {
      group.duties.look(nanos).forEach(dispatch::add);
      ticks.look(time, state.get(), nanos).ifPresent(dispatch::add);
    }
    group.step(dispatch.hasNothingUnderWay(), nanos);
    if (!group.handOvers.holds(nanos)) {
      dispatch.step(nanos);
    }
    waits.step(nanos);
    reads.begin(nanos);
    return next(nanos);
  }

  private long next(long nanos) {
    long next = earlier(nextBeatNanos, reads.nextNanos());
    next = earlier(next, waits.nextNanos(nanos));
    next = earlier(next, dispatch.nextNanos(nanos));
    next = earlier(next, group.nextNanos(nanos));
    return standing.mine() ? earlier(next, ticks.nextLookNanos()) : next;
  }

  private static long earlier(long one, long other) {
    return one - other < 0 ? one : other;
  }

  /**
   * Turns away what waits, and whatever comes from here on. What is under way may still be
   * answered.
   */
  public void close(long nanos) {
    group.handOvers.close(nanos);
    dispatch.close();
    reads.close();
    waits.close();
  }

  /** Ends what is left after {@link #close}, since there is neither a log nor a leader any more. */
  public void abandon(long nanos) {
    dispatch.abandon(nanos);
    reads.abandon();
  }
}
