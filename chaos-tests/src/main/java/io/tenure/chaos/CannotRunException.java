package io.tenure.chaos;

/** Says what the user has to mend before a run is possible. */
final class CannotRunException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  CannotRunException(String message) {
    super(message);
  }
}
