package io.tenure.gateway.locks;

import static org.assertj.core.api.Assertions.assertThat;

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

/** A gateway with the locks dialect before a kernel, without a network. */
final class LocksServer implements WireTable.Server {

  final KernelLeases leases = new KernelLeases();
  final Gateway gateway =
      new Gateway(List.of(new LocksDialect(leases, 65_536)), Authenticator.NONE, CallObserver.NONE);

  Answer get(String uri) {
    return send(FakeCall.of("GET", uri));
  }

  Answer post(String body) {
    return send(FakeCall.of("POST", "/api/locks").body(body));
  }

  Answer put(String key, String body) {
    return send(FakeCall.of("PUT", "/api/locks/" + key).body(body));
  }

  Answer delete(String key, String body) {
    return send(FakeCall.of("DELETE", "/api/locks/" + key).body(body));
  }

  /** Takes a lock and returns its generation. */
  long lock(String key, long ttl) {
    return generation(post("{\"key\":\"" + key + "\",\"ttl\":" + ttl + "}"));
  }

  /** The generation that an answer consists of. */
  static long generation(Answer answer) {
    assertThat(answer.status()).as(text(answer)).isEqualTo(200);
    assertThat(text(answer)).matches("\\{\"generation\":[0-9]+}");
    return Long.parseLong(text(answer).replaceAll("[^0-9]", ""));
  }

  Answer send(FakeCall call) {
    CompletableFuture<Answer> answer = gateway.answer(call);
    assertThat(answer).as("answer at once").isDone();
    return answer.join();
  }

  static String text(Answer answer) {
    return new String(answer.body(), StandardCharsets.UTF_8);
  }

  @Override
  public Answer exchange(WireTable.Request request) {
    FakeCall call = FakeCall.of(request.method(), request.path()).body(request.body());
    for (Answer.Header header : request.headers()) {
      call = call.header(header.name(), header.value());
    }
    Answer given = send(call);
    return request.method().equals("HEAD")
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
