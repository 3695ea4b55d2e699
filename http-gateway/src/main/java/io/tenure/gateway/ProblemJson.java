package io.tenure.gateway;

import io.tenure.gateway.json.JsonText;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Writes a {@link Problem} as RFC 9457 wants it. Each bad parameter is also a member of its own, so
 * that a client finds the reason under the name that it sent, unless the name means something else.
 */
public final class ProblemJson {

  private static final String TYPE_PREFIX = "urn:tenure:problem:";
  private static final Set<String> RESERVED =
      Set.of("type", "title", "status", "detail", "instance", "invalid_params");

  private ProblemJson() {}

  public static Answer write(Problem problem) {
    JsonText json = begin(JsonText.start(), problem).ascii("}");
    return answer(problem, json);
  }

  /** Appends the problem as an object, whose end is the caller's to write: it may hold more. */
  public static JsonText begin(JsonText json, Problem problem) {
    json.ascii("{\"type\":\"").ascii(TYPE_PREFIX).ascii(problem.slug());
    json.ascii("\",\"title\":").string(title(problem.slug()));
    json.ascii(",\"status\":").integer(problem.status());
    json.ascii(",\"detail\":").string(problem.detail());
    if (!problem.parameters().isEmpty()) {
      writeParameters(problem.parameters(), json);
    }
    return json;
  }

  /** The answer that a problem leads to, with a body of which it is the beginning. */
  public static Answer answer(Problem problem, JsonText json) {
    Answer answer = Answer.of(problem.status(), Answer.PROBLEM_JSON, json.toBytes());
    for (Answer.Header header : problem.headers()) {
      answer = answer.with(header.name(), header.value());
    }
    return answer;
  }

  private static void writeParameters(List<Problem.Parameter> parameters, JsonText json) {
    Set<String> written = new HashSet<>(RESERVED);
    for (Problem.Parameter each : parameters) {
      if (written.add(each.name())) {
        json.ascii(",").string(each.name()).ascii(":").string(each.reason());
      }
    }
    String separator = ",\"invalid_params\":[";
    for (Problem.Parameter each : parameters) {
      json.ascii(separator).ascii("{\"name\":").string(each.name());
      json.ascii(",\"reason\":").string(each.reason()).ascii("}");
      separator = ",";
    }
    json.ascii("]");
  }

  /** The kind of problem in words: {@code bad-parameters} is "Bad parameters". */
  private static String title(String slug) {
    return slug.substring(0, 1).toUpperCase(Locale.ROOT) + slug.substring(1).replace('-', ' ');
  }
}
