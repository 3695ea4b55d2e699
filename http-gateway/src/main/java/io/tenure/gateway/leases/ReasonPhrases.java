package io.tenure.gateway.leases;

import io.tenure.gateway.Problem;

/** The reason phrases of refusals that have nothing to do with who holds a lease. */
final class ReasonPhrases {

  private ReasonPhrases() {}

  static String of(Problem problem) {
    return switch (problem.status()) {
      case 400 -> "Bad Request";
      case 401 -> "Need Valid Credentials";
      case 403 -> "Not Allowed";
      case 404 -> "Not Found";
      case 405 -> "Method Not Allowed";
      case 408 -> "Request Timeout";
      case 413 -> "Client Data Too Large";
      case 414 -> "Request URI Too Long";
      default -> rarer(problem.status());
    };
  }

  private static String rarer(int status) {
    return switch (status) {
      case 422 -> "Idempotency Key Reused";
      case 431 -> "Request Headers Too Large";
      case 500 -> "Unknown Server Error";
      case 501 -> "Not Implemented";
      case 503 -> "Backend Storage Not Available";
      case 507 -> "Too Many Leases";
      case 509 -> "Too Many Leases in This Namespace";
      default -> "Refused";
    };
  }
}
