package io.tenure.simulation;

import io.tenure.codec.RequestCodec;
import io.tenure.kernel.Request;
import io.tenure.kernel.Result;
import io.tenure.replication.Submission;

/** What somebody wants who does not wait for it. */
final class Duty extends Submission {

  Duty(Request request, long deadlineNanos) {
    super(RequestCodec.encode(request), true, deadlineNanos);
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
  protected void onApplied(Result result) {}

  @Override
  protected void onRefused(String reason) {}

  @Override
  protected void onNotLeader() {}

  @Override
  protected void onUnknown(String reason) {}
}
