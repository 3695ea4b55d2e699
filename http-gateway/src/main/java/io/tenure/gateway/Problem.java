package io.tenure.gateway;

import java.util.ArrayList;
import java.util.List;

/**
 * Why a call cannot be served.
 *
 * @param slug names the kind of problem for machines, such as {@code unknown-outcome}
 * @param detail says to a person what is wrong and what to do
 * @param parameters what is wrong with each parameter that is
 * @param headers what the answer's headers must say, such as {@code Retry-After} or {@code Allow}
 */
public record Problem(
    int status,
    String slug,
    String detail,
    List<Parameter> parameters,
    List<Answer.Header> headers) {

  /** A parameter by its name on the wire, and what is wrong with it. */
  public record Parameter(String name, String reason) {}

  public static Problem of(int status, String slug, String detail) {
    return new Problem(status, slug, detail, List.of(), List.of());
  }

  public static Problem badParameters(List<Parameter> parameters) {
    StringBuilder detail = new StringBuilder();
    for (Parameter each : parameters) {
      detail.append(detail.length() == 0 ? "" : "; ");
      detail.append(each.name()).append(": ").append(each.reason());
    }
    return new Problem(400, "bad-parameters", detail.toString(), parameters, List.of());
  }

  /** For a claim that has ended, so that what is asked of it cannot be done any more. */
  public static Problem claimEnded(Parameter parameter) {
    Problem bad = badParameters(List.of(parameter));
    return new Problem(bad.status(), "claim-ended", bad.detail(), bad.parameters(), bad.headers());
  }

  /**
   * For a method that a path does not know.
   *
   * @param allowed those that it knows, as in the header {@code Allow}
   */
  public static Problem methodNotAllowed(String allowed) {
    return of(405, "method-not-allowed", "use " + allowed).with("Allow", allowed);
  }

  public static Problem unavailable(String detail) {
    return of(503, "unavailable", detail).with("Retry-After", "1");
  }

  public static Problem unknownOutcome(String detail) {
    return of(503, "unknown-outcome", detail).with("Retry-After", "1");
  }

  public Problem with(String header, String value) {
    List<Answer.Header> more = new ArrayList<>(headers);
    more.add(new Answer.Header(header, value));
    return new Problem(status, slug, detail, parameters, List.copyOf(more));
  }
}
