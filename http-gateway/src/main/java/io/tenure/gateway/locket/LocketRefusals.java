package io.tenure.gateway.locket;

import io.grpc.Status;
import io.tenure.gateway.Problem;

/** The errors of this dialect. Clients compare both the code and the message of the first five. */
final class LocketRefusals {

  static final Status COLLISION = Status.ALREADY_EXISTS.withDescription("lock-collision");
  static final Status NOT_HELD = Status.NOT_FOUND.withDescription("resource-not-found");
  static final Status INVALID_TYPE = Status.NOT_FOUND.withDescription("invalid-type");
  static final Status INVALID_TTL = Status.INVALID_ARGUMENT.withDescription("invalid-ttl");
  static final Status INVALID_OWNER = Status.INVALID_ARGUMENT.withDescription("invalid-owner");

  static final Status NO_RESOURCE = invalid("resource must be given");
  static final Status NO_REQUEST = invalid("one request message must be sent, and only one");
  static final Status UNREADABLE = invalid("the request is not a message of this method");
  static final Status TOO_LARGE =
      exhausted("the request has more than " + LocketServer.REQUEST_BYTES + " bytes");

  static final Status INTERNAL =
      Status.INTERNAL.withDescription("the server failed; its log says why");

  private LocketRefusals() {}

  /** What stands in the way of any call, in this dialect's words. */
  static Status of(Problem problem) {
    Status status =
        switch (problem.status()) {
          case 400 -> Status.INVALID_ARGUMENT;
          case 401 -> Status.UNAUTHENTICATED;
          case 403 -> Status.PERMISSION_DENIED;
          case 429, 507, 509 -> Status.RESOURCE_EXHAUSTED;
          case 503 -> Status.UNAVAILABLE;
          default -> Status.INTERNAL;
        };
    return status.withDescription(problem.detail());
  }

  static Status invalid(String what) {
    return Status.INVALID_ARGUMENT.withDescription(what);
  }

  static Status exhausted(String what) {
    return Status.RESOURCE_EXHAUSTED.withDescription(what);
  }

  /** Surely nothing was changed. */
  static Status unavailable(String why) {
    return Status.UNAVAILABLE.withDescription("unavailable: " + why);
  }

  /** It may have been changed; to repeat the call is safe. */
  static Status unknownOutcome(String why) {
    return Status.UNAVAILABLE.withDescription("unknown-outcome: " + why);
  }
}
