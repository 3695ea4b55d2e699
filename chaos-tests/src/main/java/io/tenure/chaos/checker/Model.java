package io.tenure.chaos.checker;

import io.tenure.chaos.history.Span;
import java.util.Optional;

/**
 * What one key would do if all operations happened one after another.
 *
 * @param <S> its state; compared by value
 */
interface Model<S> {

  S initial();

  /**
   * The state after an operation that took its effect now, or nothing if its answer is impossible
   * in this state.
   *
   * <p>An operation of unknown outcome need not have had an effect, so it may be left out of the
   * order. Where it would change nothing, a model should say that it is impossible: to leave it out
   * is then just as good, and the search is shorter.
   */
  Optional<S> step(S state, Span operation);
}
