package io.tenure.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.tenure.client.transport.HttpAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What became of one claim of a batch of renewals.
 *
 * @param refusal why it was not renewed, if so
 */
public record Renewal(long id, int status, Optional<Problem> refusal) {

  static List<Renewal> all(JsonNode results) {
    List<Renewal> list = new ArrayList<>();
    for (JsonNode each : results) {
      int status = each.path("status").asInt();
      Optional<Problem> refusal =
          status == 200
              ? Optional.empty()
              : Optional.of(Problem.of(HttpAnswer.of(status, each.path("problem").toString())));
      list.add(new Renewal(each.path("id").asLong(), status, refusal));
    }
    return List.copyOf(list);
  }
}
