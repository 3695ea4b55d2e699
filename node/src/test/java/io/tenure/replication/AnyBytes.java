package io.tenure.replication;

import io.tenure.kernel.Result;
import java.util.concurrent.TimeUnit;

/** Whatever bytes a peer may send, with a second left. */
final class AnyBytes extends Submission {

  AnyBytes(byte[] request) {
    super(request, true, ForwardedBatchTest.NOW + TimeUnit.SECONDS.toNanos(1));
  }

  @Override
  protected boolean isForAnyLeader() {
    return true;
  }

  @Override
  protected boolean isRepeatable() {
    return true;
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
