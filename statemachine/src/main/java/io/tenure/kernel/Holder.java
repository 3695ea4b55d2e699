package io.tenure.kernel;

/** Who claims a resource, as the client names itself; the kernel only compares the name. */
public record Holder(String name, Kind kind) {

  /** For dialects whose clients have no name and prove themselves by a number alone. */
  public static final Holder ANONYMOUS = new Holder("", Kind.UNTYPED);

  /** What the holder says it is; only shown and filtered by. */
  public enum Kind {
    UNTYPED(0),
    LOCK(1),
    PRESENCE(2);

    private final int inDigests;

    Kind(int inDigests) {
      this.inDigests = inDigests;
    }

    /** What stands for it in digests: never changed, nor given to another. */
    int inDigests() {
      return inDigests;
    }
  }

  public static Holder named(String name) {
    return new Holder(name, Kind.UNTYPED);
  }

  /** Nobody can prove to be somebody without a name. */
  boolean isSameAs(Holder other) {
    return !name.isEmpty() && name.equals(other.name);
  }

  @Override
  public String toString() {
    return name.isEmpty() ? "(anonymous)" : name;
  }
}
