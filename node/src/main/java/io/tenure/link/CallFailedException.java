package io.tenure.link;

/** Why there is no answer to a call. */
public final class CallFailedException extends Exception {

  private static final long serialVersionUID = 1L;

  /** What is known of a call that failed. */
  public enum Kind {
    /** Surely nothing reached the peer. */
    NOT_SENT,
    /** It was sent, and there was no answer in time. */
    TIMED_OUT,
    /** The connection ended before an answer came. */
    LOST
  }

  private final Kind kind;

  CallFailedException(Kind kind, String message) {
    super(message, null, false, false);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }
}
