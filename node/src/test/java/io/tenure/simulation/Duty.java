package io.tenure.simulation;

import io.tenure.codec.RequestCodec;
import io.tenure.kernel.Request;
import io.tenure.kernel.Result;
import io.tenure.replication.Submission;

/** What a member asks for by itself. Nobody waits for it but whoever wants to ask for more. */
final class Duty extends Submission {

  private final Runnable over;

  Duty(Request request, long deadlineNanos, Runnable over) {
    super(RequestCodec.encode(request), true, deadlineNanos);
    this.over = over;
  }

  @Override
  protected boolean isForAnyLeader() {
    return false;
  }

  @Override
  protected boolean isRepeatable() {
    return false;
  }

  @Override
  protected void onApplied(Result result) {
    over.run();
  }

  @Override
  protected void onRefused(String reason) {
    over.run();
  }

  @Override
  protected void onNotLeader() {
    over.run();
  }

  @Override
  protected void onUnknown(String reason) {
    over.run();
  }
}
