package io.tenure.replication;

import io.tenure.kernel.StateView;
import io.tenure.service.Caller;
import io.tenure.service.UnavailableException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** A question about the state as it is when, or after, it is asked. */
public final class Read<T> {

  private final Function<StateView, T> question;
  private final Caller caller;
  private final CompletableFuture<T> answer = new CompletableFuture<>();
  private long untilNanos;

  public Read(Function<StateView, T> question, Caller caller) {
    this.question = question;
    this.caller = caller;
    this.untilNanos = caller.deadlineNanos();
  }

  public Caller caller() {
    return caller;
  }

  public CompletableFuture<T> answer() {
    return answer;
  }

  /** Waits for a leader until then at most. */
  void waitsUntil(long nanos) {
    untilNanos = nanos - untilNanos < 0 ? nanos : untilNanos;
  }

  boolean isLate(long nanos) {
    return nanos - untilNanos >= 0;
  }

  /** Asks the state, and returns what ends the call; a question that fails ends it as well. */
  public Runnable ask(StateView state) {
    try {
      T told = question.apply(state);
      return () -> answer.complete(told);
    } catch (ArchiveNeededException notInMemory) {
      throw notInMemory;
    } catch (RuntimeException fault) {
      return () -> answer.completeExceptionally(fault);
    }
  }

  Runnable unavailable(String reason) {
    return () -> answer.completeExceptionally(new UnavailableException(reason));
  }
}
