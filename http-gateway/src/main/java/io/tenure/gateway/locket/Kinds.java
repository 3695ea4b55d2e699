package io.tenure.gateway.locket;

import io.tenure.gateway.locket.wire.FetchAllRequest;
import io.tenure.gateway.locket.wire.Resource;
import io.tenure.gateway.locket.wire.TypeCode;
import io.tenure.kernel.Holder.Kind;
import java.util.Optional;

/** The type of a lock, which is on the wire twice: as a code, and as the word it once was. */
@SuppressWarnings("deprecation") // clients still send the word, and read it
final class Kinds {

  private static final String LOCK = "lock";
  private static final String PRESENCE = "presence";

  private Kinds() {}

  static Optional<Kind> of(Resource resource) {
    return of(resource.getTypeCodeValue(), resource.getType());
  }

  static Optional<Kind> of(FetchAllRequest request) {
    return of(request.getTypeCodeValue(), request.getType());
  }

  /** Sets both. Who holds it through a dialect that has no types has a lock. */
  static void set(Resource.Builder resource, Kind kind) {
    boolean presence = kind == Kind.PRESENCE;
    resource.setType(presence ? PRESENCE : LOCK);
    resource.setTypeCode(presence ? TypeCode.PRESENCE : TypeCode.LOCK);
  }

  /** Whether a lock of the one kind is shown to somebody who asks for the other. */
  static boolean isShownAs(Kind kind, Kind wanted) {
    return (kind == Kind.PRESENCE) == (wanted == Kind.PRESENCE);
  }

  /** Empty if the two say nothing, nothing that is known, or not the same. */
  private static Optional<Kind> of(int code, String word) {
    return switch (code) {
      case TypeCode.UNKNOWN_VALUE -> of(word);
      case TypeCode.LOCK_VALUE -> unlessContradicted(Kind.LOCK, word);
      case TypeCode.PRESENCE_VALUE -> unlessContradicted(Kind.PRESENCE, word);
      default -> Optional.empty();
    };
  }

  private static Optional<Kind> of(String word) {
    return switch (word) {
      case LOCK -> Optional.of(Kind.LOCK);
      case PRESENCE -> Optional.of(Kind.PRESENCE);
      default -> Optional.empty();
    };
  }

  private static Optional<Kind> unlessContradicted(Kind kind, String word) {
    return word.isEmpty() ? Optional.of(kind) : of(word).filter(kind::equals);
  }
}
