package io.tenure.node.raft;

import io.tenure.codec.RequestCodec;
import io.tenure.kernel.Request;
import io.tenure.kernel.Result;
import java.util.concurrent.TimeUnit;

/** A request of somebody who does not care what becomes of it, and wants it to be sent again. */
final class Unanswered extends Submission {

  Unanswered(Request request) {
    super(RequestCodec.encode(request), false, System.nanoTime() + TimeUnit.SECONDS.toNanos(60));
  }

  @Override
  boolean isOver() {
    return false;
  }

  @Override
  boolean isRepeatable() {
    return true;
  }

  @Override
  void applied(Result result, Delivery delivery) {}

  @Override
  void refused(String reason) {}

  @Override
  void notLeader() {}

  @Override
  void unknown(String reason) {}

  @Override
  boolean lost(String reason) {
    return true;
  }
}
