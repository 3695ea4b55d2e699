package io.tenure.gateway;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One method of one path: all that the gateway must know to check a call before the dialect has it,
 * and what the description for programs says of it.
 *
 * @param only tells apart routes whose templates are alike
 * @param waits whether {@code Prefer: wait} means something
 * @param idempotent whether {@code Idempotency-Key} does
 * @param strayParameter what is wrong with a parameter of the query that the route does not know;
 *     null if such parameters are ignored
 */
public record Route(
    String method,
    PathTemplate path,
    @Nullable Predicate<String> only,
    Right right,
    int bodyLimit,
    boolean waits,
    boolean idempotent,
    List<QueryParameter> parameters,
    @Nullable String strayParameter,
    Description description,
    CallReader opener) {

  /**
   * What the description for programs says of a route beyond what the gateway must know.
   *
   * @param name of the operation, unique among all
   * @param requestBody the schema of the body, or its media type; empty if there is none
   * @param headers what else may be sent, by their names among the document's parameters
   */
  public record Description(
      String name,
      String summary,
      String requestBody,
      List<String> headers,
      List<PossibleAnswer> outcomes) {}

  /**
   * An answer that a route may give.
   *
   * @param body the schema of the body, or its media type; empty if there is none
   */
  public record PossibleAnswer(int status, String body, String meaning) {}

  /** A call that was understood: what it would do, and how to do it. */
  public record Opened(Access access, Supplier<CompletionStage<Answer>> rest) {}

  /** Reads from a call what the dialect needs to answer it. */
  @FunctionalInterface
  public interface CallReader {
    Opened open(RoutedCall call);
  }

  public static RouteBuilder get(String path, Right right) {
    return new RouteBuilder("GET", path, right);
  }

  public static RouteBuilder post(String path, Right right) {
    return new RouteBuilder("POST", path, right);
  }

  public static RouteBuilder put(String path, Right right) {
    return new RouteBuilder("PUT", path, right);
  }

  public static RouteBuilder patch(String path, Right right) {
    return new RouteBuilder("PATCH", path, right);
  }

  public static RouteBuilder delete(String path, Right right) {
    return new RouteBuilder("DELETE", path, right);
  }

  /** Its path as a document of OpenAPI writes it. */
  public String documentedPath() {
    return path.documented();
  }

  /** The answers that the gateway or the server may give in its place. */
  public List<PossibleAnswer> refusals(String body) {
    List<PossibleAnswer> refusals = new ArrayList<>();
    boolean credentials = right.needsCredentials();
    boolean reads = !description.requestBody().isEmpty();
    boolean checks = right != Right.NONE || reads;
    addIf(checks, 400, body, "something is wrong with the request", refusals);
    addIf(credentials, 401, body, "there are no credentials, or wrong ones", refusals);
    addIf(credentials, 403, body, "the credentials do not allow this", refusals);
    addIf(reads, 413, body, "the body is too large", refusals);
    addIf(reads, 415, body, "the body is of another type", refusals);
    addIf(idempotent, 422, body, "the Idempotency-Key was used for another request", refusals);
    addIf(true, 431, body, "the headers are too large", refusals);
    String unavailable = "it was not done, or it is not known whether it was; type says which";
    addIf(checks, 503, "Problem", unavailable, refusals);
    return refusals;
  }

  private static void addIf(
      boolean possible, int status, String body, String meaning, List<PossibleAnswer> outcomes) {
    if (possible) {
      outcomes.add(new PossibleAnswer(status, body, meaning));
    }
  }

  /** Whether it answers this method; HEAD is as GET. */
  boolean answers(String wanted) {
    return method.equals(wanted) || (wanted.equals("HEAD") && method.equals("GET"));
  }

  boolean serves(String rawPath) {
    return only == null || only.test(rawPath);
  }

  /** The query of a call, of which every parameter is known and sound. */
  QueryString query(Call call) {
    if (strayParameter == null && parameters.isEmpty()) {
      return QueryString.NONE;
    }
    QueryString query = QueryString.of(call);
    Complaints complaints = new Complaints();
    for (int i = 0; i < query.parameters().size(); i++) {
      check(query, i, complaints);
    }
    complaints.raise();
    return query;
  }

  private void check(QueryString query, int at, Complaints complaints) {
    QueryString.Parameter given = query.parameters().get(at);
    Optional<QueryParameter> known =
        parameters.stream().filter(each -> each.name().equals(given.name())).findFirst();
    if (known.isEmpty()) {
      if (strayParameter != null) {
        complaints.add(given.name(), strayParameter);
      }
    } else if (!known.get().repeatable() && query.isRepetition(at)) {
      complaints.add(given.name(), "is there twice");
    } else {
      complaints.addIfFlawed(given.name(), known.get().flaw(given.value(), query));
    }
  }
}
