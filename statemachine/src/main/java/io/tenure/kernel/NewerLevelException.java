package io.tenure.kernel;

/** State or a log entry is of a level that this node does not know, so it must not be used. */
public final class NewerLevelException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  NewerLevelException(int found, int newest) {
    super(
        ("it is of level %d, and this node knows levels up to %d. A cluster never goes back to an"
                + " older level: start this node with a version that knows level %d, and without"
                + " -Dtenure.newest-level=%d if that was given")
            .formatted(found, newest, found, newest));
  }
}
