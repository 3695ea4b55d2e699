package io.tenure.gateway;

import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ResourceKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a call would do, and to what.
 *
 * @param resource null if the call touches none, many, or those of some claims
 * @param claims whose resources it touches, which only the state knows
 */
public record Access(Right right, @Nullable ResourceKey resource, List<ClaimId> claims) {

  public Access {
    claims = List.copyOf(claims);
  }

  public Access(Right right, @Nullable ResourceKey resource) {
    this(right, resource, List.of());
  }

  /** The same right to what is not known from the call alone, so to anything. */
  public static Access of(Right right) {
    return new Access(right, null);
  }

  /** The same right to the resources of some claims. */
  public static Access of(Right right, List<ClaimId> claims) {
    return new Access(right, null, claims);
  }
}
