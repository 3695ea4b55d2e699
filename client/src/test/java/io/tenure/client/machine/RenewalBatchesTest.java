package io.tenure.client.machine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tenure.client.transport.HttpAnswer;
import io.tenure.client.transport.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RenewalBatchesTest {

  private final KeyringBench bench = new KeyringBench();

  @Test
  void claims_that_are_due_at_about_the_same_time_are_renewed_by_few_requests() {
    List<ClaimHandle> claims = hold(2_500);

    bench.pass(Duration.ofSeconds(10));

    List<FakeTransport.Sent> batches = batches();
    assertThat(batches).hasSize(3);
    assertThat(batches).allSatisfy(batch -> assertThat(size(batch)).isLessThanOrEqualTo(1000));
    batches.forEach(batch -> batch.reply().complete(HttpAnswer.of(200, allRenewed(batch))));
    bench.time.run();
    assertThat(claims)
        .allSatisfy(claim -> assertThat(claim.remaining()).isGreaterThan(Duration.ofSeconds(28)));
  }

  @Test
  void each_claim_of_a_batch_hears_about_itself() {
    List<ClaimHandle> claims = hold(2);
    bench.pass(Duration.ofSeconds(10));

    batches()
        .get(0)
        .reply()
        .complete(
            HttpAnswer.of(
                200,
                "{\"results\":[{\"id\":1,\"status\":200,\"ttl\":30.0,\"fencing_token\":1},"
                    + "{\"id\":2,\"status\":404,\"problem\":{\"status\":404,\"detail\":\"gone\"}}]}"));
    bench.time.run();

    assertThat(claims.get(0).isHeld()).isTrue();
    assertThat(claims.get(1).isHeld()).isFalse();
    assertThat(claims.get(1).loss().orElseThrow().detail()).isEqualTo("gone");
  }

  @Test
  void one_that_is_left_out_or_unavailable_is_tried_again() {
    List<ClaimHandle> claims = hold(2);
    bench.pass(Duration.ofSeconds(10));
    batches()
        .get(0)
        .reply()
        .complete(HttpAnswer.of(200, "{\"results\":[{\"id\":1,\"status\":503,\"problem\":{}}]}"));
    bench.pass(Duration.ofSeconds(1));

    assertThat(batches()).hasSize(2);
    assertThat(size(batches().get(1))).isEqualTo(2);
    assertThat(claims).allMatch(ClaimHandle::isHeld);
  }

  @Test
  void a_server_that_knows_no_batches_gets_them_one_by_one_from_then_on() {
    hold(2);
    bench.pass(Duration.ofSeconds(10));

    batches().get(0).reply().complete(HttpAnswer.of(404, ""));
    bench.time.run();

    List<FakeTransport.Sent> patches = patches();
    assertThat(patches).hasSize(2);
    patches.forEach(patch -> patch.reply().complete(HttpAnswer.of(200, Bodies.active(30))));
    bench.pass(Duration.ofSeconds(10));
    assertThat(batches()).hasSize(1);
    assertThat(patches()).hasSize(4);
  }

  @Test
  void a_claim_alone_is_renewed_alone() {
    hold(1);
    bench.pass(Duration.ofSeconds(10));

    assertThat(batches()).isEmpty();
    assertThat(patches()).hasSize(1);
  }

  private List<ClaimHandle> hold(int count) {
    List<ClaimHandle> claims = new ArrayList<>();
    for (int id = 1; id <= count; id++) {
      claims.add(bench.claim(Optional.empty()));
      bench.answer(
          201,
          "{\"id\":" + id + ",\"status\":\"active\",\"ttl\":30.0,\"fencing_token\":" + id + "}");
    }
    return claims;
  }

  private List<FakeTransport.Sent> batches() {
    return sent("/v1/renewals");
  }

  private List<FakeTransport.Sent> patches() {
    return bench.transport.writes().stream()
        .filter(sent -> sent.request().method().equals("PATCH"))
        .toList();
  }

  private List<FakeTransport.Sent> sent(String path) {
    return bench.transport.writes().stream()
        .filter(sent -> sent.request().path().equals(path))
        .toList();
  }

  private static int size(FakeTransport.Sent batch) {
    return claims(batch).size();
  }

  private static JsonNode claims(FakeTransport.Sent batch) {
    return Json.read(batch.request().body().orElseThrow()).path("claims");
  }

  private static String allRenewed(FakeTransport.Sent batch) {
    var results = Json.object();
    var list = results.putArray("results");
    claims(batch)
        .forEach(
            claim ->
                list.addObject()
                    .put("id", claim.path("id").asLong())
                    .put("status", 200)
                    .put("ttl", 30.0)
                    .put("fencing_token", 1));
    return results.toString();
  }
}
