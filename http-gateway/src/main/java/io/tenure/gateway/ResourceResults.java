package io.tenure.gateway;

import io.tenure.kernel.Result;
import io.tenure.kernel.Result.AlreadyEnded;
import io.tenure.kernel.Result.Configured;
import io.tenure.kernel.Result.Confirmed;
import io.tenure.kernel.Result.IllegalTransition;
import io.tenure.kernel.Result.NoSuchClaim;
import io.tenure.kernel.Result.NotActive;
import io.tenure.kernel.Result.Queued;
import io.tenure.kernel.Result.Redelivered;
import io.tenure.kernel.Result.Repeated;
import io.tenure.kernel.Result.Replayed;
import io.tenure.kernel.Result.StillWaiting;
import io.tenure.kernel.Result.Ticked;

/**
 * What a dialect says to results, if it names resources and never claims, and queues for nothing.
 * The results that only other commands lead to are answered here: they would be a fault of ours.
 */
public interface ResourceResults<R> extends Result.Handler<R> {

  @Override
  default R on(Queued result) {
    throw neverTold(result);
  }

  @Override
  default R on(Confirmed result) {
    throw neverTold(result);
  }

  @Override
  default R on(Ticked result) {
    throw neverTold(result);
  }

  @Override
  default R on(Configured result) {
    throw neverTold(result);
  }

  @Override
  default R on(StillWaiting result) {
    throw neverTold(result);
  }

  @Override
  default R on(NotActive result) {
    throw neverTold(result);
  }

  @Override
  default R on(IllegalTransition result) {
    throw neverTold(result);
  }

  @Override
  default R on(NoSuchClaim result) {
    throw neverTold(result);
  }

  @Override
  default R on(AlreadyEnded result) {
    throw neverTold(result);
  }

  @Override
  default R on(Repeated result) {
    throw neverTold(result);
  }

  @Override
  default R on(Replayed result) {
    return result.first().dispatch(this);
  }

  @Override
  default R on(Redelivered result) {
    throw neverTold(result);
  }

  /** This dialect sends no command that leads to such a result. */
  static IllegalStateException neverTold(Result result) {
    return new IllegalStateException("not among the results of a resource's commands: " + result);
  }
}
