package io.tenure.gateway;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
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
  private static final JsonFactory JSON = new JsonFactory();

  private ProblemJson() {}

  public static Answer write(Problem problem) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      json.writeStartObject();
      writeMembers(problem, json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Answer answer = Answer.of(problem.status(), Answer.PROBLEM_JSON, bytes.toByteArray());
    for (Answer.Header header : problem.headers()) {
      answer = answer.with(header.name(), header.value());
    }
    return answer;
  }

  private static void writeMembers(Problem problem, JsonGenerator json) throws IOException {
    json.writeStringField("type", TYPE_PREFIX + problem.slug());
    json.writeStringField("title", title(problem.slug()));
    json.writeNumberField("status", problem.status());
    json.writeStringField("detail", problem.detail());
    if (!problem.parameters().isEmpty()) {
      writeParameters(problem.parameters(), json);
    }
  }

  private static void writeParameters(List<Problem.Parameter> parameters, JsonGenerator json)
      throws IOException {
    Set<String> written = new HashSet<>(RESERVED);
    for (Problem.Parameter each : parameters) {
      if (written.add(each.name())) {
        json.writeStringField(each.name(), each.reason());
      }
    }
    json.writeArrayFieldStart("invalid_params");
    for (Problem.Parameter each : parameters) {
      json.writeStartObject();
      json.writeStringField("name", each.name());
      json.writeStringField("reason", each.reason());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** The kind of problem in words: {@code bad-parameters} is "Bad parameters". */
  private static String title(String slug) {
    return slug.substring(0, 1).toUpperCase(Locale.ROOT) + slug.substring(1).replace('-', ' ');
  }
}
