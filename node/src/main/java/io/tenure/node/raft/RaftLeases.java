package io.tenure.node.raft;

import io.tenure.codec.RequestCodec;
import io.tenure.gateway.Caller;
import io.tenure.gateway.Consistency;
import io.tenure.gateway.Leases;
import io.tenure.gateway.UnavailableException;
import io.tenure.gateway.UnknownOutcomeException;
import io.tenure.kernel.ClaimFilter;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClaimListing;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.ClaimView;
import io.tenure.kernel.Command;
import io.tenure.kernel.Command.Acquire;
import io.tenure.kernel.Command.WhenHeld;
import io.tenure.kernel.Request;
import io.tenure.kernel.Result;
import io.tenure.kernel.Result.LimitReached;
import io.tenure.kernel.StateView;
import io.tenure.node.logging.Throttled;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** The port of the dialects, on this node: decides for each request which way it goes. */
final class RaftLeases implements Leases {

  private static final Logger LOG = LoggerFactory.getLogger(RaftLeases.class);

  private final Throttled overloads = new Throttled(LOG, Level.WARN);
  private final Throttled limits = new Throttled(LOG, Level.WARN);
  private final Leadership leadership;
  private final Proposer proposer;
  private final Forwarder forwarder;
  private final ReadGate reads;
  private final Replica replica;
  private final Waits waits;
  private final Admission admission;
  private final Completion completion;
  private final Executor listers;

  RaftLeases(Parts parts, Waits waits, Admission admission, Executor listers) {
    this.leadership = parts.leadership();
    this.proposer = parts.proposer();
    this.forwarder = parts.forwarder();
    this.reads = parts.reads();
    this.replica = parts.replica();
    this.completion = new Completion(parts.replica().archive());
    this.waits = waits;
    this.admission = admission;
    this.listers = listers;
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
    byte[] encoded = RequestCodec.encode(request);
    if (!admission.enter(urgent)) {
      overloads.log("requests are refused: this node has too many under way");
      return CompletableFuture.failedFuture(
          new UnavailableException("this node has too many requests under way"));
    }
    Own submission = new Own(encoded, urgent, caller);
    if (leadership.standing().mine()) {
      proposer.offer(submission, caller.home());
    } else {
      forwarder.offer(submission, caller.home());
    }
    return submission.answer;
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
    return CompletableFuture.completedFuture(replica.ask(question, reads.staleMicros()));
  }

  @Override
  public CompletionStage<ClaimListing.Page> list(
      ClaimFilter filter, ClaimListing.Window window, Consistency consistency, Caller caller) {
    return read(state -> state.list(filter, window), consistency, caller)
        .thenApplyAsync(ClaimListing::finish, listers)
        .thenApplyAsync(Function.identity(), caller.home());
  }

  @Override
  public CompletionStage<Optional<ClaimView>> awaitChange(
      ClaimId claim, ClaimStatus from, Duration patience, Caller caller) {
    return waits.await(claim, from, patience, caller);
  }

  /** A request of this node's own client. */
  private final class Own extends Submission {

    private final Caller caller;
    private final CompletableFuture<Result> answer = new CompletableFuture<>();

    Own(byte[] request, boolean urgent, Caller caller) {
      super(request, urgent, caller.deadlineNanos());
      this.caller = caller;
    }

    @Override
    void applied(Result result, Delivery delivery) {
      delivery.add(caller.home(), () -> succeed(result));
    }

    @Override
    void refused(String reason) {
      Delivery.handOver(caller.home(), () -> fail(new UnavailableException(reason)));
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
          limits.log(
              "requests are refused by the limit " + refusal.limit() + " of " + refusal.most());
        }
        end(answer.complete(completion.complete(result)));
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
