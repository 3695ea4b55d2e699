package io.tenure.node.raft;

import io.tenure.codec.RequestCodec;
import io.tenure.kernel.ClaimFilter;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClaimListing;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.ClaimView;
import io.tenure.kernel.Command;
import io.tenure.kernel.Command.Acquire;
import io.tenure.kernel.Command.WhenHeld;
import io.tenure.kernel.Completion;
import io.tenure.kernel.DeliveryId;
import io.tenure.kernel.LeaseNames;
import io.tenure.kernel.Request;
import io.tenure.kernel.ResourceListing;
import io.tenure.kernel.Result;
import io.tenure.kernel.Result.LimitReached;
import io.tenure.kernel.StateView;
import io.tenure.node.logging.Throttled;
import io.tenure.replication.OutgoingRequest;
import io.tenure.service.Caller;
import io.tenure.service.Consistency;
import io.tenure.service.Leases;
import io.tenure.service.UnavailableException;
import io.tenure.service.UnknownOutcomeException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The port of the dialects, on this node: decides for each request which way it goes. */
final class RaftLeases implements Leases {

  private static final Logger LOG = LoggerFactory.getLogger(RaftLeases.class);

  private final Throttled overloads = new Throttled(LOG, org.slf4j.event.Level.WARN);
  private final Throttled limits = new Throttled(LOG, org.slf4j.event.Level.WARN);
  private final Leadership leadership;
  private final Proposer proposer;
  private final Forwarder forwarder;
  private final ReadGate reads;
  private final Replica replica;
  private final Waits waits;
  private final Admission admission;
  private final Completion completion;
  private final Listings listings;
  private final long sender = new SecureRandom().nextLong();
  private final AtomicLong deliveries = new AtomicLong();

  RaftLeases(Parts parts, Waits waits, Admission admission, Listings listings) {
    this.leadership = parts.leadership();
    this.proposer = parts.proposer();
    this.forwarder = parts.forwarder();
    this.reads = parts.reads();
    this.replica = parts.replica();
    this.completion = parts.replica().completion();
    this.waits = waits;
    this.admission = admission;
    this.listings = listings;
  }

  /** The ways that a request can go. */
  record Parts(
      Leadership leadership,
      Proposer proposer,
      Forwarder forwarder,
      ReadGate reads,
      Replica replica) {}

  @Override
  public CompletionStage<Result> submit(Request request, Caller caller) {
    boolean urgent = isUrgent(request.command());
    if (!admission.enter(urgent)) {
      overloads.log("requests are refused: this node has too many under way");
      return CompletableFuture.failedFuture(
          new UnavailableException("this node has too many requests under way"));
    }
    Own submission = own(request, urgent, caller);
    if (leadership.standing().mine()) {
      proposer.offer(submission, caller.home());
    } else {
      forwarder.offer(submission, caller.home());
    }
    return submission.answer;
  }

  private Own own(Request request, boolean urgent, Caller caller) {
    int level = replica.level();
    DeliveryId id = new DeliveryId(sender, deliveries.incrementAndGet());
    OutgoingRequest outgoing = OutgoingRequest.of(request, id, level, System.nanoTime());
    byte[] encoded =
        RequestCodec.encode(
            RequestCodec.atLevel(level, LeaseNames.written(outgoing.request(), level)));
    return new Own(encoded, urgent, outgoing, caller);
  }

  /** What keeps or frees a resource goes before what wants one. */
  private static boolean isUrgent(Command command) {
    return !(command instanceof Acquire wish) || wish.whenHeld() == WhenHeld.RENEW_IF_OWN;
  }

  @Override
  public <T> CompletionStage<T> read(
      Function<StateView, T> question, Consistency consistency, Caller caller) {
    if (consistency == Consistency.LINEARIZABLE) {
      return reads.read(question, caller);
    }
    try {
      return CompletableFuture.completedFuture(replica.ask(question));
    } catch (RuntimeException fault) {
      return CompletableFuture.failedFuture(fault);
    }
  }

  @Override
  public CompletionStage<ClaimListing.Page> list(
      ClaimFilter filter, ClaimListing.Window window, Consistency consistency, Caller caller) {
    return listings.list(
        () -> read(state -> state.list(filter, window), consistency, caller),
        ClaimListing::finish,
        caller);
  }

  @Override
  public CompletionStage<ResourceListing.Page> list(
      String prefix, int limit, Consistency consistency, Caller caller) {
    return listings.list(
        () -> read(state -> state.list(prefix, limit), consistency, caller),
        ResourceListing::finish,
        caller);
  }

  @Override
  public CompletionStage<Optional<ClaimView>> awaitChange(
      ClaimId claim, ClaimStatus from, Duration patience, Caller caller) {
    return waits.await(claim, from, patience, caller);
  }

  /** A request of this node's own client. */
  private final class Own extends Submission {

    private final Caller caller;
    private final OutgoingRequest outgoing;
    private final CompletableFuture<Result> answer = new CompletableFuture<>();

    /** A leader that is silent now had it, so that no refusal by another one is a surely not. */
    private volatile boolean mayBeApplied;

    Own(byte[] request, boolean urgent, OutgoingRequest outgoing, Caller caller) {
      super(request, urgent, caller.deadlineNanos());
      this.outgoing = outgoing;
      this.caller = caller;
    }

    @Override
    long deadlineNanos() {
      return outgoing.deadlineNanos(super.deadlineNanos(), mayBeApplied);
    }

    @Override
    boolean isOver() {
      return answer.isDone();
    }

    @Override
    boolean isRepeatable() {
      return outgoing.isRepeatable();
    }

    @Override
    boolean lost(String reason) {
      mayBeApplied = true;
      boolean again = isRepeatable() && !isOver() && !isLate(System.nanoTime());
      if (!again) {
        unknown(reason);
      }
      return again;
    }

    @Override
    void applied(Result result, Delivery delivery) {
      delivery.add(caller.home(), () -> succeed(result));
    }

    @Override
    void refused(String reason) {
      RuntimeException failure =
          mayBeApplied ? new UnknownOutcomeException(reason) : new UnavailableException(reason);
      Delivery.handOver(caller.home(), () -> fail(failure));
    }

    @Override
    void notLeader() {
      forwarder.offer(this);
    }

    @Override
    void unknown(String reason) {
      Delivery.handOver(caller.home(), () -> fail(new UnknownOutcomeException(reason)));
    }

    private void succeed(Result result) {
      try {
        if (result instanceof LimitReached refusal) {
          limits.log(LimitWords.warning(refusal));
        }
        Result completed = completion.complete(result);
        if (Completion.isForgotten(completed)) {
          fail(new UnknownOutcomeException("the first answer has just been forgotten"));
        } else {
          end(answer.complete(completed));
        }
      } catch (RuntimeException fault) {
        fail(fault);
      }
    }

    private void fail(RuntimeException failure) {
      end(answer.completeExceptionally(failure));
    }

    private void end(boolean first) {
      if (first) {
        admission.leave();
      }
    }
  }
}
