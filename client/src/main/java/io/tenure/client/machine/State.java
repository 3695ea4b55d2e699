package io.tenure.client.machine;

/** The states of a claim, on the client's side. Those in capitals wait for an answer. */
public enum State {
  NEW("new", "initial state"),
  ABORTING("Aborting", "waiting for response to PATCH (status=aborted)"),
  ACTIVATING("Activating", "waiting for response to PATCH (status=active)"),
  REGISTERING("Registering", "waiting for response to POST"),
  RELEASING("Releasing", "waiting for response to PATCH (status=released)"),
  RENEWING("Renewing", "waiting for response to PATCH (ttl=...)"),
  WITHDRAWING("Withdrawing", "waiting for response to PATCH (status=withdrawn)"),
  ACTIVE("active", "waiting to send next heartbeat"),
  RETRYING_ABORT("retrying abort", "abort PATCH request failed, waiting to retry"),
  RETRYING_ACTIVATE("retrying activate", "activate PATCH request failed, waiting to retry"),
  RETRYING_REGISTER("retrying register", "register POST request failed, waiting to retry"),
  RETRYING_RELEASE("retrying release", "release PATCH request failed, waiting to retry"),
  RETRYING_RENEW("retrying renew", "renew PATCH request failed, waiting to retry"),
  RETRYING_WITHDRAW("retrying withdraw", "withdraw PATCH request failed, waiting to retry"),
  WAITING("waiting", "waiting until next activate attempt"),
  ABORTED("aborted", "final state, the cluster has confirmed the abort"),
  RELEASED("released", "final state, the cluster has confirmed the release"),
  WITHDRAWN("withdrawn", "final state, the cluster has confirmed the withdrawal"),
  DONE("done", "final state, an un-actionable event has occurred"),
  FAIL("fail", "final state, an error has occurred");

  private final String text;
  private final String description;

  State(String text, String description) {
    this.text = text;
    this.description = description;
  }

  /** As the table calls it. */
  public String text() {
    return text;
  }

  public String description() {
    return description;
  }

  public boolean isFinal() {
    return switch (this) {
      case ABORTED, RELEASED, WITHDRAWN, DONE, FAIL -> true;
      default -> false;
    };
  }
}
