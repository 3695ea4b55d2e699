package io.tenure.gateway.json;

/** The bytes are not what was asked for; the message says to a person what is wrong with them. */
public final class MalformedJsonException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public MalformedJsonException(String message) {
    super(message, null, false, false);
  }
}
