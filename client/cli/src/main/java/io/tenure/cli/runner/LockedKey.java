package io.tenure.cli.runner;

import io.tenure.gateway.locket.wire.Resource;
import io.tenure.gateway.locket.wire.TypeCode;
import java.util.Locale;

/**
 * A lock of Locket: its key, and who has it.
 *
 * @param value whatever the owner wants others to know
 */
public record LockedKey(String key, String owner, String value, Type type) {

  /** What the lock stands for. */
  public enum Type {
    LOCK,
    PRESENCE;

    TypeCode code() {
      return this == LOCK ? TypeCode.LOCK : TypeCode.PRESENCE;
    }

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static LockedKey of(Resource resource) {
    Type type = resource.getTypeCode() == TypeCode.PRESENCE ? Type.PRESENCE : Type.LOCK;
    return new LockedKey(resource.getKey(), resource.getOwner(), resource.getValue(), type);
  }

  /** With the word besides the code, for older servers. */
  @SuppressWarnings("deprecation")
  Resource toResource() {
    return Resource.newBuilder()
        .setKey(key)
        .setOwner(owner)
        .setValue(value)
        .setType(type.word())
        .setTypeCode(type.code())
        .build();
  }
}
