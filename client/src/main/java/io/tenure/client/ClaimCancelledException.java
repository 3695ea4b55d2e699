package io.tenure.client;

/** The claim was given up by this client before it was active. */
public final class ClaimCancelledException extends TenureException {
  private static final long serialVersionUID = 1L;

  ClaimCancelledException(String resource) {
    super("the claim on " + resource + " was given up before it was active");
  }
}
