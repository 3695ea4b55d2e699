package io.tenure.gateway.claims;

import io.tenure.kernel.ClaimFilter.Range;
import java.util.OptionalLong;

/** Two bounds that a query may name, one, both or neither. */
final class Bounds {

  private long least = Range.ANY.least();
  private long most = Range.ANY.most();

  void least(OptionalLong micros) {
    least = micros.orElse(least);
  }

  void most(OptionalLong micros) {
    most = micros.orElse(most);
  }

  Range range() {
    return new Range(least, most);
  }
}
