package io.tenure.client;

/** The cluster understood the request and refused it; to repeat it will not help. */
public final class RefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;

  RefusedException(int status, String detail) {
    super(status + ": " + detail);
    this.status = status;
  }

  /** The status code of the answer. */
  public int status() {
    return status;
  }
}
