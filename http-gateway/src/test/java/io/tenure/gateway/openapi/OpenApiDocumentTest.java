package io.tenure.gateway.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tenure.gateway.AllDialects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The description follows from the routes, and what it refers to is there. */
class OpenApiDocumentTest {

  private static JsonNode document() {
    try (AllDialects all = new AllDialects()) {
      return all.get("/openapi.json");
    }
  }

  @Test
  void rights_parameters_and_answers_are_those_of_the_routes() {
    JsonNode file = document().at("/paths/~1v1~1claims/post");
    assertThat(file.get("security").toString()).isEqualTo("[{},{\"token\":[]}]");
    assertThat(file.get("parameters").toString())
        .contains("parameters/Wait", "parameters/IdempotencyKey");
    assertThat(file.get("responses").fieldNames())
        .toIterable()
        .containsExactly(
            "200", "201", "202", "400", "401", "403", "404", "413", "415", "422", "431", "503",
            "507");
    JsonNode show = document().at("/paths/~1v1~1claims~1{id}/get");
    assertThat(show.get("security")).isEmpty();
    assertThat(show.get("parameters").toString()).contains("\"id\",\"in\":\"path\"", "consistency");
  }

  @Test
  void every_component_is_referred_to_and_every_reference_leads_somewhere() {
    JsonNode document = document();
    Set<String> references = new TreeSet<>();
    document.findValues("$ref").forEach(each -> references.add(each.asText().substring(1)));
    assertThat(references).allMatch(each -> !document.at(each).isMissingNode());
    for (String kind : Set.of("schemas", "parameters", "headers", "responses")) {
      document
          .at("/components/" + kind)
          .fieldNames()
          .forEachRemaining(
              name -> assertThat(references).contains("/components/" + kind + "/" + name));
    }
  }
}
