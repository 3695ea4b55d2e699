package io.tenure.gateway.openapi;

import io.tenure.gateway.Answer;
import io.tenure.gateway.Dialect;
import io.tenure.gateway.Freshness;
import io.tenure.gateway.QueryParameter;
import io.tenure.gateway.Right;
import io.tenure.gateway.Route;
import io.tenure.gateway.json.JsonText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Writes what the routes of all dialects declare as an OpenAPI document. */
final class OpenApiDocument {

  private static final Pattern CAPTURE = Pattern.compile("\\{(\\w+)}");
  private static final Set<String> PROBLEMS = Set.of("Problem", "StillWaiting");
  private static final String LEASE_ANSWER = "LeaseAnswer";

  private final JsonText json = JsonText.start();

  private OpenApiDocument() {}

  /**
   * Writes the document.
   *
   * @param components what the routes refer to by name, as a JSON object
   */
  static byte[] write(List<Dialect> dialects, String version, byte[] components) {
    OpenApiDocument document = new OpenApiDocument();
    document.writeInfo(version);
    document.writeTags(dialects);
    document.writePaths(dialects);
    document.json.ascii(",\"components\":").raw(components).ascii("}");
    return document.json.toBytes();
  }

  private void writeInfo(String version) {
    json.ascii("{\"openapi\":\"3.1.0\",\"info\":{\"title\":\"Tenure\",\"version\":")
        .string(version);
    json.ascii(",\"summary\":").string("Claims, leases and locks on one replicated lock space");
    json.ascii(",\"description\":")
        .string(
            "Every node answers every request. A slash at the end of a path may be left out or"
                + " added; HEAD is as GET, and OPTIONS tells the methods, unless a dialect's"
                + " document says otherwise. Locket is not HTTP but gRPC.");
    json.ascii(",\"license\":{\"name\":\"Apache-2.0\",\"identifier\":\"Apache-2.0\"}");
    json.ascii(",\"contact\":{\"name\":\"Tenure\"}}");
    json.ascii(",\"servers\":[{\"url\":\"/\",\"description\":\"this node\"}]");
  }

  private void writeTags(List<Dialect> dialects) {
    String separator = ",\"tags\":[";
    for (Dialect dialect : dialects) {
      json.ascii(separator).ascii("{\"name\":").string(dialect.name());
      json.ascii(",\"description\":").string("The routes of " + dialect.name());
      json.ascii("}");
      separator = ",";
    }
    json.ascii("]");
  }

  private void writePaths(List<Dialect> dialects) {
    Map<String, List<Runnable>> paths = new LinkedHashMap<>();
    for (Dialect dialect : dialects) {
      for (Route route : dialect.routes()) {
        paths
            .computeIfAbsent(route.documentedPath(), path -> new ArrayList<>())
            .add(() -> writeOperation(dialect, route));
      }
    }
    String separator = ",\"paths\":{";
    for (Map.Entry<String, List<Runnable>> path : paths.entrySet()) {
      json.ascii(separator).string(path.getKey()).ascii(":{");
      String comma = "";
      for (Runnable operation : path.getValue()) {
        json.ascii(comma);
        operation.run();
        comma = ",";
      }
      json.ascii("}");
      separator = ",";
    }
    json.ascii("}");
  }

  private void writeOperation(Dialect dialect, Route route) {
    Route.Description text = route.description();
    json.string(route.method().toLowerCase(Locale.ROOT));
    json.ascii(":{\"operationId\":").string(text.name());
    json.ascii(",\"summary\":").string(text.summary());
    json.ascii(",\"description\":").string(description(route));
    json.ascii(",\"tags\":[").string(dialect.name()).ascii("]");
    json.ascii(",\"security\":")
        .ascii(route.right().needsCredentials() ? "[{},{\"token\":[]}]" : "[]");
    writeParameters(route);
    writeRequestBody(text.requestBody());
    writeAnswers(dialect, route);
    json.ascii("}");
  }

  private static String description(Route route) {
    String what = route.description().summary() + ".";
    String right =
        route.right() == Right.NONE
            ? ""
            : " Needs the right to "
                + (route.right() == Right.ADMIN ? "administer" : word(route))
                + ".";
    return what
        + right
        + (route.waits() ? " Waits if the client prefers to." : "")
        + (route.idempotent() ? " Carried out once under one key." : "");
  }

  private static String word(Route route) {
    return route.right().name().toLowerCase(Locale.ROOT);
  }

  private void writeParameters(Route route) {
    List<Runnable> parameters = new ArrayList<>();
    for (MatchResult capture : CAPTURE.matcher(route.documentedPath()).results().toList()) {
      parameters.add(() -> writeCapture(capture.group(1)));
    }
    for (QueryParameter each : route.parameters()) {
      parameters.add(() -> writeParameter(each));
    }
    List<String> headers = new ArrayList<>(route.description().headers());
    if (route.waits()) {
      headers.add("Wait");
    }
    if (route.idempotent()) {
      headers.add("IdempotencyKey");
    }
    for (String header : headers) {
      parameters.add(() -> writeReference("parameters", header));
    }
    String separator = ",\"parameters\":[";
    for (Runnable parameter : parameters) {
      json.ascii(separator);
      parameter.run();
      separator = ",";
    }
    json.ascii(parameters.isEmpty() ? "" : "]");
  }

  private void writeCapture(String name) {
    json.ascii("{\"name\":").string(name).ascii(",\"in\":\"path\",\"required\":true,\"schema\":{");
    json.ascii(name.equals("id") ? "\"type\":\"integer\",\"minimum\":1}" : "\"type\":\"string\"}");
    json.ascii("}");
  }

  private void writeParameter(QueryParameter parameter) {
    json.ascii("{\"name\":").string(parameter.name());
    json.ascii(",\"in\":\"query\",\"description\":").string(parameter.description());
    json.ascii(",\"schema\":");
    if (parameter.repeatable()) {
      json.ascii("{\"type\":\"array\",\"items\":").ascii(parameter.schema()).ascii("}");
    } else {
      json.ascii(parameter.schema());
    }
    json.ascii("}");
  }

  private void writeRequestBody(String content) {
    if (!content.isEmpty()) {
      json.ascii(",\"requestBody\":{\"required\":")
          .ascii(Boolean.toString(content.indexOf('/') < 0))
          .ascii(",");
      writeContent(content);
      json.ascii("}");
    }
  }

  /** A media type, maybe with a schema behind it, or the schema of a JSON object. */
  private void writeContent(String content) {
    boolean typed = content.indexOf('/') >= 0;
    String[] words = content.split(" ", 2);
    String schema = typed ? (words.length > 1 ? words[1] : "") : content;
    json.ascii("\"content\":{");
    json.string(typed ? words[0] : PROBLEMS.contains(content) ? Answer.PROBLEM_JSON : Answer.JSON);
    json.ascii(":{\"schema\":");
    if (schema.isEmpty()) {
      json.ascii(words[0].startsWith("text/") ? "{\"type\":\"string\"}" : "{}");
    } else {
      writeReference("schemas", schema);
    }
    json.ascii("}}");
  }

  private void writeReference(String kind, String name) {
    json.ascii("{\"$ref\":").string("#/components/" + kind + "/" + name).ascii("}");
  }

  private void writeAnswers(Dialect dialect, Route route) {
    TreeMap<Integer, Route.PossibleAnswer> outcomes = new TreeMap<>();
    route.refusals(dialect.refusalBody()).forEach(each -> outcomes.put(each.status(), each));
    route.description().outcomes().forEach(each -> outcomes.put(each.status(), each));
    String separator = ",\"responses\":{";
    for (Route.PossibleAnswer each : outcomes.values()) {
      json.ascii(separator).string(Integer.toString(each.status())).ascii(":");
      if (each.body().equals(LEASE_ANSWER)) {
        writeReference("responses", LEASE_ANSWER);
      } else {
        writeAnswer(route, each);
      }
      separator = ",";
    }
    json.ascii("}");
  }

  private void writeAnswer(Route route, Route.PossibleAnswer outcome) {
    json.ascii("{\"description\":").string(outcome.meaning());
    String separator = ",\"headers\":{";
    for (String header : headers(route, outcome)) {
      json.ascii(separator).string(header).ascii(":");
      writeReference("headers", header);
      separator = ",";
    }
    json.ascii(separator.equals(",") ? "}" : "");
    if (!outcome.body().isEmpty()) {
      json.ascii(",");
      writeContent(outcome.body());
    }
    json.ascii("}");
  }

  private static List<String> headers(Route route, Route.PossibleAnswer outcome) {
    int status = outcome.status();
    List<String> headers = new ArrayList<>();
    switch (status) {
      case 401 -> headers.add("WWW-Authenticate");
      case 423, 503 -> headers.add("Retry-After");
      default -> {}
    }
    if (status == 200 && route.parameters().contains(Freshness.CONSISTENCY)) {
      headers.add("Tenure-Staleness");
    }
    if (status < 300 && route.waits()) {
      headers.add("Preference-Applied");
    }
    if (status < 500 && status != 401 && status != 403 && route.idempotent()) {
      headers.add("Idempotency-Replayed");
    }
    headers.addAll(headersOf(outcome.body(), route.method()));
    return headers;
  }

  /** The headers that go with a body. */
  private static List<String> headersOf(String body, String method) {
    return switch (body) {
      case "Claim" -> method.equals("POST") ? List.of("ETag", "Location") : List.of("ETag");
      case "Claims", "HeldResources" -> List.of("Link");
      case "Leases", "Locks" -> List.of("Tenure-Truncated");
      default -> List.of();
    };
  }
}
