package io.tenure.replication;

import io.tenure.codec.RequestCodec;
import io.tenure.kernel.Command;
import io.tenure.kernel.Command.Acquire;
import io.tenure.kernel.Command.WhenHeld;
import io.tenure.kernel.DeliveryId;
import io.tenure.kernel.LeaseNames;
import io.tenure.kernel.Request;
import io.tenure.kernel.Result;
import io.tenure.service.Caller;
import io.tenure.service.UnavailableException;
import io.tenure.service.UnknownOutcomeException;
import java.util.concurrent.CompletableFuture;

/** A request of one of this node's own clients. */
public final class ClientRequest extends Submission {

  private final OutgoingRequest outgoing;
  private final Caller caller;
  private final CompletableFuture<Result> answer = new CompletableFuture<>();
  private long waitsUntilNanos;

  /** A leader that is silent now had it, so that no refusal by another one is a surely not. */
  private boolean mayBeApplied;

  /** Whom to tell; set when a member takes the request. */
  private Ends ends = (request, ending) -> ending.run();

  /** What a member does when a request has its ending. */
  interface Ends {

    void end(ClientRequest request, Runnable ending);
  }

  private ClientRequest(byte[] encoded, boolean urgent, OutgoingRequest outgoing, Caller caller) {
    super(encoded, urgent, caller.deadlineNanos());
    this.outgoing = outgoing;
    this.caller = caller;
    this.waitsUntilNanos = caller.deadlineNanos();
  }

  /**
   * Wraps a request that came just now.
   *
   * @param id larger than all that this node has used since its start
   * @param level of the cluster, as far as this node knows
   */
  public static ClientRequest of(
      Request request, Caller caller, DeliveryId id, int level, long nanos) {
    OutgoingRequest outgoing = OutgoingRequest.of(request, id, level, nanos);
    Request written = LeaseNames.written(outgoing.request(), level);
    byte[] encoded = RequestCodec.encode(RequestCodec.atLevel(level, written));
    return new ClientRequest(encoded, isUrgent(request.command()), outgoing, caller);
  }

  /** What keeps or frees a resource goes before what wants one. */
  private static boolean isUrgent(Command command) {
    return !(command instanceof Acquire wish) || wish.whenHeld() == WhenHeld.RENEW_IF_OWN;
  }

  public CompletableFuture<Result> answer() {
    return answer;
  }

  Caller caller() {
    return caller;
  }

  /** A member takes it: from here on it waits so long for a leader, and tells of its end. */
  void takenBy(Ends member, long untilNanos) {
    ends = member;
    waitsUntilNanos = untilNanos;
  }

  @Override
  public long deadlineNanos() {
    return outgoing.deadlineNanos(super.deadlineNanos(), mayBeApplied);
  }

  @Override
  long waitsUntilNanos() {
    long deadline = deadlineNanos();
    return waitsUntilNanos - deadline < 0 ? waitsUntilNanos : deadline;
  }

  @Override
  protected boolean isForAnyLeader() {
    return true;
  }

  @Override
  protected boolean isRepeatable() {
    return outgoing.isRepeatable();
  }

  @Override
  protected void onLost() {
    mayBeApplied = true;
    waitsUntilNanos = super.deadlineNanos();
  }

  @Override
  protected void onApplied(Result result) {
    ends.end(this, () -> answer.complete(result));
  }

  @Override
  protected void onRefused(String reason) {
    fail(mayBeApplied ? new UnknownOutcomeException(reason) : new UnavailableException(reason));
  }

  @Override
  protected void onNotLeader() {
    onRefused("no leader could be found in time"); // it waits for any leader, so this never comes
  }

  @Override
  protected void onUnknown(String reason) {
    fail(new UnknownOutcomeException(reason));
  }

  private void fail(RuntimeException failure) {
    ends.end(this, () -> answer.completeExceptionally(failure));
  }
}
