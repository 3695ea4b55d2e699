package io.tenure.gateway;

import io.tenure.kernel.ResourceKey;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Declares a route, from its path to what answers it. */
public final class RouteBuilder {

  /** For whoever sends a body where none is read. */
  private static final int SMALL_BODY_BYTES = 8 * 1024;

  private static final String IN_BODY = "must be sent in the body, not in the query string";

  private final String method;
  private final PathTemplate path;
  private final Right right;
  private final List<QueryParameter> parameters = new ArrayList<>();
  private final List<String> headers = new ArrayList<>();
  private final List<Route.PossibleAnswer> outcomes = new ArrayList<>();
  private @Nullable Predicate<String> only;
  private @Nullable String stray;
  private boolean straysIgnored;
  private boolean waits;
  private boolean idempotent;
  private int bodyLimit = SMALL_BODY_BYTES;
  private String name = "";
  private String summary = "";
  private String requestBody = "";

  RouteBuilder(String method, String path, Right right) {
    this.method = method;
    this.path = PathTemplate.of(path);
    this.right = right;
  }

  /** What programs call it, and what it does. */
  public RouteBuilder named(String operation, String meaning) {
    name = operation;
    summary = meaning;
    return this;
  }

  /** Serves only the paths, among those of its template, for which this is true. */
  public RouteBuilder only(Predicate<String> rawPath) {
    only = rawPath;
    return this;
  }

  /** Takes this in its query. */
  public RouteBuilder query(QueryParameter... known) {
    parameters.addAll(List.of(known));
    return this;
  }

  /** Says this of parameters of the query that it does not know. */
  public RouteBuilder strayParameters(String flaw) {
    stray = flaw;
    return this;
  }

  /** Ignores parameters of the query that it does not know. */
  public RouteBuilder ignoringStrayParameters() {
    straysIgnored = true;
    return this;
  }

  /** Reads a body of at most so many bytes, of a schema or a media type. */
  public RouteBuilder body(String content, int limitBytes) {
    requestBody = content;
    bodyLimit = limitBytes;
    return this;
  }

  /** Reads headers, by their names among the parameters of the document for programs. */
  public RouteBuilder headers(String... documented) {
    headers.addAll(List.of(documented));
    return this;
  }

  /** Waits if the client prefers to. */
  public RouteBuilder waiting() {
    waits = true;
    return this;
  }

  /** Carries a request out once that comes again under the same key. */
  public RouteBuilder idempotent() {
    idempotent = true;
    return this;
  }

  /** May answer this. */
  public RouteBuilder answers(int status, String body, String meaning) {
    outcomes.add(new Route.PossibleAnswer(status, body, meaning));
    return this;
  }

  /** Is answered by a function that needs no more than the call; it touches no single resource. */
  public Route to(Function<RoutedCall, CompletionStage<Answer>> handler) {
    Access access = Access.of(right);
    return build(call -> new Route.Opened(access, () -> handler.apply(call)));
  }

  /** Reads something from the call, which tells the resource too. */
  public <B> ReadingStep<B> reading(
      Function<RoutedCall, B> reader, Function<B, ResourceKey> resource) {
    return new ReadingStep<>(reader, (call, read) -> new Access(right, resource.apply(read)));
  }

  /** Reads something from the call, which tells what the call would do too. */
  public <B> ReadingStep<B> readingAccess(
      Function<RoutedCall, B> reader, Function<B, Access> access) {
    return new ReadingStep<>(reader, (call, read) -> access.apply(read));
  }

  /** Reads something from the call; only both together tell what the call would do. */
  public <B> ReadingStep<B> readingAccess(
      Function<RoutedCall, B> reader, BiFunction<RoutedCall, B, Access> access) {
    return new ReadingStep<>(reader, access);
  }

  /** A route that lacks no more than what answers its calls. */
  public final class ReadingStep<B> {

    private final Function<RoutedCall, B> reader;
    private final BiFunction<RoutedCall, B, Access> access;

    private ReadingStep(Function<RoutedCall, B> reader, BiFunction<RoutedCall, B, Access> access) {
      this.reader = reader;
      this.access = access;
    }

    public Route to(BiFunction<RoutedCall, B, CompletionStage<Answer>> handler) {
      return build(
          call -> {
            B read = reader.apply(call);
            return new Route.Opened(access.apply(call, read), () -> handler.apply(call, read));
          });
    }
  }

  private Route build(Route.CallReader opener) {
    return new Route(
        method,
        path,
        only,
        right,
        bodyLimit,
        waits,
        idempotent,
        List.copyOf(parameters),
        straysIgnored ? null : stray == null ? usualFlaw() : stray,
        new Route.Description(
            name, summary, requestBody, List.copyOf(headers), List.copyOf(outcomes)),
        opener);
  }

  private String usualFlaw() {
    if (parameters.isEmpty()) {
      return requestBody.isEmpty() ? "unknown parameter; none is expected" : IN_BODY;
    }
    String names = parameters.stream().map(QueryParameter::name).collect(Collectors.joining(", "));
    int comma = names.lastIndexOf(", ");
    return "unknown parameter; expected "
        + (comma < 0 ? names : names.substring(0, comma) + " or " + names.substring(comma + 2));
  }
}
