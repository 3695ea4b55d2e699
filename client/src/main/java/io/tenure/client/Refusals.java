package io.tenure.client;

import io.tenure.client.machine.Failure;
import io.tenure.client.transport.HttpAnswer;
import java.util.Optional;
import java.util.concurrent.CompletionException;

/** Which exception stands for what. */
final class Refusals {

  private Refusals() {}

  static TenureException of(HttpAnswer answer) {
    Problem problem = Problem.of(answer);
    return switch (answer.status()) {
      case 401, 403 -> new UnauthorizedException(problem);
      case 404 ->
          problem.type().equals("no-such-claim")
              ? new NoSuchClaimException(problem)
              : new RefusedException(problem);
      case 409 -> new StillHeldException(problem);
      case 507 -> new LimitReachedException(problem);
      case 400, 413, 414, 415, 422, 431 -> new BadRequestException(problem);
      default ->
          answer.status() >= 500
              ? new UnavailableException(problem.sentence())
              : new RefusedException(problem);
    };
  }

  static TenureException of(String resource, Failure failure) {
    String detail = "the claim on " + resource + ": " + failure.detail();
    return switch (failure.kind()) {
      case REFUSED ->
          failure.answer().map(Refusals::of).orElseGet(() -> new UnavailableException(detail));
      case UNAVAILABLE -> new UnavailableException(detail);
      case TIMEOUT -> timeout(detail, failure.answer().map(Problem::of));
    };
  }

  private static TenureException timeout(String detail, Optional<Problem> conflict) {
    StringBuilder text = new StringBuilder(detail);
    conflict.flatMap(Problem::holder).ifPresent(holder -> text.append("; held by ").append(holder));
    conflict
        .flatMap(Problem::expiresIn)
        .ifPresent(left -> text.append(", for ").append(left.toMillis()).append(" ms or longer"));
    conflict
        .map(Problem::queuePosition)
        .ifPresent(
            place -> place.ifPresent(number -> text.append("; place in line ").append(number)));
    return new ClaimTimeoutException(text.toString(), conflict);
  }

  /** What a future failed with, to be thrown. */
  static RuntimeException unwrap(CompletionException failed) {
    return failed.getCause() instanceof RuntimeException cause ? cause : failed;
  }
}
