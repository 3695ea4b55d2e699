package io.tenure.gateway.leases;

import io.tenure.gateway.Answer;
import io.tenure.gateway.Call;
import io.tenure.gateway.Problem;
import io.tenure.gateway.ProblemException;
import java.nio.charset.StandardCharsets;

/** {@code /v1/health}: whether a load balancer should send clients here, and a switch for it. */
final class HealthCheck {

  private static final int LONGEST_WORD = 16;

  private final Rotation rotation;

  HealthCheck(Rotation rotation) {
    this.rotation = rotation;
  }

  Answer show() {
    return rotation.isIn()
        ? Answer.text(200, "in rotation")
        : Answer.text(404, "out of rotation").withReason("Out of Rotation");
  }

  Answer change(Call call) {
    byte[] body = call.body();
    String word =
        body.length > LONGEST_WORD ? "" : new String(body, StandardCharsets.ISO_8859_1).strip();
    switch (word) {
      case "in" -> rotation.putIn();
      case "out" -> rotation.takeOut();
      default ->
          throw new ProblemException(Problem.of(400, "bad-body", "the body must be in or out"));
    }
    return Answer.text(200, word + (word.equals("in") ? " rotation" : " of rotation"));
  }
}
