package io.tenure.config;

/** A text is not a value of the wanted type; the message says why, without naming the setting. */
final class BadValueException extends Exception {
  private static final long serialVersionUID = 1L;

  BadValueException(String message) {
    super(message, null, false, false);
  }
}
