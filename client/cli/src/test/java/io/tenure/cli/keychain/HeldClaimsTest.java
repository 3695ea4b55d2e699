package io.tenure.cli.keychain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import io.tenure.client.machine.ClaimEvent;
import io.tenure.client.machine.ClaimSpec;
import io.tenure.client.machine.Failure;
import io.tenure.client.machine.Loss;
import io.tenure.client.machine.State;
import io.tenure.client.transport.Json;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** When the end of a claim is told, and when the resource can be claimed again. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class HeldClaimsTest {

  private static final ClaimSpec SPEC =
      new ClaimSpec("db", Duration.ofSeconds(15), Optional.empty(), Optional.empty());

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final KeychainReplies replies = new KeychainReplies(out);
  private final List<FakeClaim> made = new ArrayList<>();
  private final HeldClaims claims =
      new HeldClaims(
          (spec, listener) -> {
            made.add(new FakeClaim(spec, listener, true));
            return made.get(made.size() - 1);
          },
          replies,
          () -> {});

  @Test
  void a_claim_is_told_as_failed_when_its_withdrawal_is_done() throws Exception {
    claims.add(IntNode.valueOf(1), SPEC, false);
    Failure timeout = new Failure(Failure.Kind.TIMEOUT, "not in time", Optional.empty());
    made.get(0).tell(new ClaimEvent.Failed(timeout));
    replies.send(Json.object().put("event", "meanwhile"));
    assertThat(claims.find("db")).isPresent();

    made.get(0).finish(State.WITHDRAWN);

    assertThat(claims.find("db")).isEmpty();
    assertThat(told()).containsExactly("meanwhile", "failed");
  }

  @Test
  void a_claim_is_told_as_released_when_its_withdrawal_is_done() throws Exception {
    claims.add(IntNode.valueOf(1), SPEC, false);
    made.get(0).release();
    replies.send(Json.object().put("event", "meanwhile"));

    made.get(0).finish(State.WITHDRAWN);

    assertThat(told()).containsExactly("meanwhile", "released");
  }

  @Test
  void a_withdrawal_that_is_given_up_is_told_too() throws Exception {
    claims.add(IntNode.valueOf(1), SPEC, false);
    made.get(0).release();

    made.get(0).finish(State.DONE);

    assertThat(told()).containsExactly("released");
  }

  @Test
  void a_loss_is_told_at_once_and_the_resource_can_be_claimed_from_then_on() throws Exception {
    claims.add(IntNode.valueOf(1), SPEC, false);
    made.get(0).tell(new ClaimEvent.Lost(new Loss(Loss.Reason.REVOKED, "somebody took it")));
    assertThat(claims.find("db")).isEmpty();

    claims.add(IntNode.valueOf(2), SPEC, false);
    assertThat(claims.find("db").orElseThrow().request().asInt()).isEqualTo(2);
    assertThat(claims.unfinished()).as("the abort of the first goes on").hasSize(2);
    made.get(0).finish(State.ABORTED);

    assertThat(claims.find("db")).isPresent();
    assertThat(claims.unfinished()).hasSize(1);
    assertThat(told()).containsExactly("lost");
  }

  private List<String> told() throws InterruptedException {
    replies.finish();
    return out.toString(StandardCharsets.UTF_8)
        .lines()
        .map(Json::read)
        .map(line -> line.path("event"))
        .map(JsonNode::asText)
        .toList();
  }
}
