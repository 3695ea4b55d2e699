package io.tenure.client;

import io.tenure.client.machine.Loss;

/** The claim was held, and was lost before it was given back. */
public final class ClaimLostException extends TenureException {
  private static final long serialVersionUID = 1L;

  private final Loss.Reason reason;

  ClaimLostException(String resource, Loss loss) {
    super("the claim on " + resource + " was lost: " + loss.detail());
    this.reason = loss.reason();
  }

  public Loss.Reason reason() {
    return reason;
  }
}
