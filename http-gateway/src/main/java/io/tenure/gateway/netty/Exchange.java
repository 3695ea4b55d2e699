package io.tenure.gateway.netty;

import io.tenure.gateway.Answer;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A request of a connection, and its answer as soon as there is one. */
final class Exchange {

  /** A call that was given to the gateway. */
  record Asked(WireCall call, CompletableFuture<Answer> reply, long sinceNanos) {}

  private final boolean bodiless;
  private final boolean http10;
  private boolean last;
  private @Nullable Asked asked;
  private @Nullable Answer answer;

  /**
   * Makes an exchange.
   *
   * @param bodiless whether only the headers of the answer are wanted
   * @param last whether the connection ends with the answer
   */
  Exchange(boolean bodiless, boolean http10, boolean last) {
    this.bodiless = bodiless;
    this.http10 = http10;
    this.last = last;
  }

  boolean bodiless() {
    return bodiless;
  }

  boolean http10() {
    return http10;
  }

  boolean isLast() {
    return last;
  }

  void makeLast() {
    last = true;
  }

  void asked(Asked call) {
    asked = call;
  }

  void answered(Answer given) {
    answer = given;
  }

  @Nullable Answer answer() {
    return answer;
  }

  /** The call, while its answer is awaited. */
  @Nullable Asked awaited() {
    return answer == null ? asked : null;
  }
}
