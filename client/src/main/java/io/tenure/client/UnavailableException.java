package io.tenure.client;

/** No node gave a final answer in time; a write may or may not have been carried out. */
public final class UnavailableException extends TenureException {
  private static final long serialVersionUID = 1L;

  UnavailableException(String message) {
    super(message);
  }
}
