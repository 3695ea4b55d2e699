package io.tenure.cli.keychain;

/** A request cannot be served; the reply says why. */
final class BadLineException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String code;

  BadLineException(String code, String detail) {
    super(detail);
    this.code = code;
  }

  /** A word for programs. */
  String code() {
    return code;
  }
}
