package io.tenure.simulation;

import io.tenure.codec.RequestCodec;
import io.tenure.kernel.DeliveryId;
import io.tenure.kernel.Request;
import io.tenure.kernel.Result;
import io.tenure.replication.ClientRequest;
import io.tenure.service.Caller;
import java.util.function.Consumer;

/** A client's request on its way through one node. */
final class RequestCall extends Call {

  final ClientRequest submission;

  /** As it is written into the log. */
  final Request written;

  private final int suspensions;
  private final Consumer<Result> heard;
  private int told;

  private RequestCall(
      SimProcess process, Request request, long patienceNanos, Consumer<Result> heard) {
    super(process, request.toString(), process.nanos() + patienceNanos, 0);
    this.heard = heard;
    suspensions = process.node.suspensions();
    DeliveryId id = new DeliveryId(process.sender, process.nextDelivery());
    Caller caller = new Caller(this, cameNanos + patienceNanos);
    int level = process.state.applied().level();
    submission = ClientRequest.of(request, caller, id, level, cameNanos);
    written = RequestCodec.decode(submission.request());
  }

  /**
   * Gives a request to a node.
   *
   * @param heard is told the result, if there is one
   */
  static RequestCall submit(
      SimProcess process,
      Request request,
      long patienceNanos,
      Checker checker,
      Consumer<Result> heard) {
    RequestCall call = new RequestCall(process, request, patienceNanos, heard);
    checker.calls.begins(call);
    call.submission
        .answer()
        .whenComplete(
            (result, failure) -> checker.guard(() -> checker.calls.ends(call, result, failure)));
    process.order.submitted(call.submission, call.written);
    process.tell((member, nanos) -> member.submit(call.submission, nanos));
    return call;
  }

  void hears(Result result) {
    heard.accept(result);
  }

  /** Whether the clock of its node stood still since it came. */
  boolean wasSuspended() {
    return process.node.suspensions() != suspensions;
  }

  @Override
  void isTold() {
    told++;
    if (told > 1) {
      throw new AssertionError(what + " is answered twice");
    }
    process.order.over(submission);
  }
}
