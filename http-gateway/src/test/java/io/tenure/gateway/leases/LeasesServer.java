package io.tenure.gateway.leases;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.gateway.Answer;
import io.tenure.gateway.Authenticator;
import io.tenure.gateway.CallObserver;
import io.tenure.gateway.FakeCall;
import io.tenure.gateway.Gateway;
import io.tenure.gateway.KernelLeases;
import io.tenure.gateway.WireTable;
import io.tenure.service.Leases;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/** A gateway with the leases dialect before a kernel, without a network. */
final class LeasesServer implements WireTable.Server {

  /** A switch that no file backs. */
  static final class Switch implements Rotation {
    private boolean in = true;

    @Override
    public boolean isIn() {
      return in;
    }

    @Override
    public void takeOut() {
      in = false;
    }

    @Override
    public void putIn() {
      in = true;
    }
  }

  final KernelLeases leases = new KernelLeases();
  final Gateway gateway;

  LeasesServer() {
    this(Authenticator.NONE, LeasesOptions.DEFAULT);
  }

  LeasesServer(Authenticator authenticator, LeasesOptions options) {
    gateway = gateway(new LeasesDialect(leases, options, new Switch()), authenticator);
  }

  /** Puts something between the dialect and the kernel. */
  LeasesServer(UnaryOperator<Leases> between) {
    Leases seen = between.apply(leases);
    gateway =
        gateway(new LeasesDialect(seen, LeasesOptions.DEFAULT, new Switch()), Authenticator.NONE);
  }

  private static Gateway gateway(LeasesDialect dialect, Authenticator authenticator) {
    return new Gateway(List.of(dialect), authenticator, CallObserver.NONE);
  }

  Answer get(String uri) {
    return send(FakeCall.of("GET", uri));
  }

  Answer get(String uri, String accept) {
    return send(FakeCall.of("GET", uri).header("Accept", accept));
  }

  /** Acquires a lease and returns its version. */
  String acquire(String client, String uri) {
    Answer answer = send(as(client, "POST", uri));
    assertThat(answer.status()).isEqualTo(201);
    return answer.header(Headers.VERSION).orElseThrow();
  }

  Answer release(String client, String uri, String version) {
    return send(as(client, "DELETE", uri).header(Headers.VERSION, version));
  }

  Answer send(FakeCall call) {
    CompletableFuture<Answer> answer = gateway.answer(call);
    assertThat(answer).as("answer at once").isDone();
    return answer.join();
  }

  static FakeCall as(String client, String method, String uri) {
    return FakeCall.of(method, uri).header(Headers.CLIENT, client);
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
