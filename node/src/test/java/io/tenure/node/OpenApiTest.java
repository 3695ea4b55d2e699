package io.tenure.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tenure.gateway.AllDialects;
import io.tenure.gateway.Answer;
import io.tenure.gateway.WireOverHttp;
import io.tenure.gateway.WireTable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The document of all HTTP APIs says what a node really serves. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(120)
class OpenApiTest {

  private static final Set<String> METHODS =
      Set.of("get", "head", "post", "put", "patch", "delete");

  /** Answers that say that nobody serves the path, or nobody the method there. */
  private static final List<String> NOBODY =
      List.of("problem:not-found", "problem:method-not-allowed", "Not Implemented", "405 Method");

  @TempDir static Path directory;
  private static TestNodes nodes;
  private static WireOverHttp wire;
  private static JsonNode document;

  @BeforeAll
  static void start() throws Exception {
    nodes = new TestNodes(directory, 1);
    wire = new WireOverHttp(nodes.url(0));
    document = AllDialects.json(send("GET", "/openapi.json"));
  }

  @AfterAll
  static void stop() {
    nodes.close();
  }

  private static Answer send(String method, String path) {
    return wire.exchange(new WireTable.Request(method, path, List.of(), ""));
  }

  @Test
  void it_is_an_open_api_document() {
    assertThat(document.get("openapi").asText()).startsWith("3.1.");
    assertThat(document.at("/info/title").asText()).isEqualTo("Tenure");
    assertThat(document.at("/info/version").isTextual()).isTrue();
    assertThat(document.get("paths").size()).isGreaterThan(15);
  }

  @Test
  void every_reference_leads_somewhere() {
    List<JsonNode> references = document.findValues("$ref");
    assertThat(references).hasSizeGreaterThan(50);
    for (JsonNode reference : references) {
      assertThat(document.at(reference.asText().substring(1)).isMissingNode())
          .as(reference.asText())
          .isFalse();
    }
  }

  @Test
  void every_operation_has_a_name_of_its_own_its_parameters_and_its_answers() {
    List<String> names = new ArrayList<>();
    for (Map.Entry<String, JsonNode> path : document.get("paths").properties()) {
      for (Map.Entry<String, JsonNode> each : path.getValue().properties()) {
        if (METHODS.contains(each.getKey())) {
          names.add(each.getValue().get("operationId").asText());
          assertThat(each.getValue().get("responses")).as(path.getKey()).isNotEmpty();
          String parameters =
              path.getValue().path("parameters") + "" + each.getValue().path("parameters");
          path.getKey()
              .lines()
              .flatMap(line -> Pattern.compile("\\{(.+?)\\}").matcher(line).results())
              .forEach(match -> assertThat(parameters).contains("\"" + match.group(1) + "\""));
        }
      }
    }
    assertThat(names).doesNotHaveDuplicates().hasSizeGreaterThan(25);
  }

  @Test
  void every_path_and_method_is_served() {
    for (Map.Entry<String, JsonNode> path : document.get("paths").properties()) {
      String real =
          path.getKey().replace("{id}", "1").replaceAll("\\{(namespace|name|key)\\}", "x");
      for (Map.Entry<String, JsonNode> each : path.getValue().properties()) {
        boolean streams = real.equals("/v1/events");
        if (METHODS.contains(each.getKey())) {
          String method = streams ? "HEAD" : each.getKey().toUpperCase(Locale.ROOT);
          Answer answer = send(method, real);
          String text = new String(answer.body(), StandardCharsets.UTF_8);
          if (answer.status() >= 400) {
            assertThat(NOBODY).as(method + " " + real).noneMatch(text::contains);
          }
          assertThat(answer.status()).as(method + " " + real).isNotEqualTo(500);
          String status = Integer.toString(answer.status());
          assertThat(each.getValue().get("responses").has(status))
              .as(method + " " + real + " answers " + status)
              .isTrue();
        }
      }
    }
  }
}
