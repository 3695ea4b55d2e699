package io.tenure.gateway.claims;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tenure.gateway.Answer;
import io.tenure.gateway.Authenticator;
import io.tenure.gateway.CallObserver;
import io.tenure.gateway.FakeCall;
import io.tenure.gateway.Gateway;
import io.tenure.gateway.KernelLeases;
import io.tenure.gateway.WireTable;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A gateway with the claims dialect before a kernel, without a network. */
final class Claims implements WireTable.Server {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration STEP = Duration.ofMillis(10);

  final KernelLeases leases = new KernelLeases();
  final Gateway gateway =
      new Gateway(
          List.of(new ClaimsDialect(leases, ClaimsLimits.DEFAULT)),
          Authenticator.NONE,
          CallObserver.NONE);

  Answer get(String uri) {
    return send(FakeCall.of("GET", uri));
  }

  Answer post(String body) {
    return send(FakeCall.of("POST", "/v1/claims/").body(body));
  }

  Answer patch(long id, String body) {
    return send(FakeCall.of("PATCH", "/v1/claims/" + id + "/").body(body));
  }

  Answer put(long id, String body) {
    return send(FakeCall.of("PUT", "/v1/claims/" + id + "/").body(body));
  }

  /** Files a claim and returns its id. */
  long file(String resource, double ttl) {
    Answer answer = post("{\"resource\": \"" + resource + "\", \"ttl\": " + ttl + "}");
    assertThat(answer.status()).isIn(201, 202);
    return json(answer).get("id").longValue();
  }

  JsonNode show(long id) {
    return json(get("/v1/claims/" + id));
  }

  /** The answer to a call that does not have to wait. */
  Answer send(FakeCall call) {
    CompletableFuture<Answer> answer = start(call);
    assertThat(answer).as("answer at once").isDone();
    return answer.join();
  }

  CompletableFuture<Answer> start(FakeCall call) {
    return gateway.answer(call);
  }

  static JsonNode json(Answer answer) {
    return json(new String(answer.body(), StandardCharsets.UTF_8));
  }

  static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new AssertionError("not JSON: " + text, e);
    }
  }

  @Override
  public Answer exchange(WireTable.Request request) {
    FakeCall call = FakeCall.of(request.method(), request.path()).body(request.body());
    for (Answer.Header header : request.headers()) {
      call = call.header(header.name(), header.value());
    }
    CompletableFuture<Answer> answer = start(call);
    while (!answer.isDone()) {
      pass(STEP);
    }
    Answer given = answer.join();
    boolean bodiless = request.method().equals("HEAD") || given.status() == 204;
    return bodiless
        ? new Answer(given.status(), given.reason(), given.headers(), new byte[0])
        : given;
  }

  @Override
  public String origin() {
    return FakeCall.ORIGIN;
  }

  @Override
  public void pass(Duration time) {
    leases.pass(time);
  }
}
