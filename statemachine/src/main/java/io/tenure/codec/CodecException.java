package io.tenure.codec;

/** Bytes that are not what they should be: cut short, damaged, or of a newer release. */
public final class CodecException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public CodecException(String message) {
    super(message);
  }

  CodecException(String message, Throwable cause) {
    super(message, cause);
  }
}
