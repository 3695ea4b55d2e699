package io.tenure.gateway;

import io.tenure.kernel.ResourceKey;
import org.jspecify.annotations.Nullable;

/**
 * What a call would do, and to what.
 *
 * @param resource null if the call touches none, many, or one that only the state knows, as a
 *     change of a claim by its id does
 */
public record Access(Right right, @Nullable ResourceKey resource) {

  /** The same right to what is not known from the call alone. */
  public static Access of(Right right) {
    return new Access(right, null);
  }
}
