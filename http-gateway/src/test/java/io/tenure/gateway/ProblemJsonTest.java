package io.tenure.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProblemJsonTest {

  @Test
  void a_problem_has_the_members_of_the_standard() {
    Answer answer = ProblemJson.write(Problem.unknownOutcome("maybe \"applied\""));
    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.header("content-type")).contains("application/problem+json");
    assertThat(answer.header("retry-after")).contains("1");
    assertThat(text(answer))
        .isEqualTo(
            "{\"type\":\"urn:tenure:problem:unknown-outcome\",\"title\":\"Unknown outcome\","
                + "\"status\":503,\"detail\":\"maybe \\\"applied\\\"\"}");
  }

  @Test
  void each_bad_parameter_is_found_under_its_name_and_in_the_list() {
    Answer answer =
        ProblemJson.write(
            Problem.badParameters(
                List.of(
                    new Problem.Parameter("ttl", "negative"),
                    new Problem.Parameter("status", "unknown"),
                    new Problem.Parameter("ttl", "twice"))));
    assertThat(text(answer))
        .contains("\"status\":400")
        .contains("\"ttl\":\"negative\"")
        .doesNotContain("\"status\":\"unknown\"")
        .doesNotContain("\"ttl\":\"twice\"")
        .endsWith(
            "\"invalid_params\":[{\"name\":\"ttl\",\"reason\":\"negative\"},"
                + "{\"name\":\"status\",\"reason\":\"unknown\"},"
                + "{\"name\":\"ttl\",\"reason\":\"twice\"}]}");
  }

  private static String text(Answer answer) {
    return new String(answer.body(), StandardCharsets.UTF_8);
  }
}
