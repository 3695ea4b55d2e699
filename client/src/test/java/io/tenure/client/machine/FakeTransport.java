package io.tenure.client.machine;

import io.tenure.client.transport.ApiRequest;
import io.tenure.client.transport.HttpAnswer;
import io.tenure.client.transport.NoAnswer;
import io.tenure.client.transport.SendResult;
import io.tenure.client.transport.Transport;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Keeps requests until a test answers them. */
final class FakeTransport implements Transport {

  record Sent(ApiRequest request, CompletableFuture<SendResult> reply) {

    boolean isWatch() {
      return request.method().equals("GET");
    }

    String text() {
      return request.method() + " " + request.path() + request.body().map(b -> " " + b).orElse("");
    }
  }

  final List<Sent> all = new ArrayList<>();

  @Override
  public CompletableFuture<SendResult> send(ApiRequest request) {
    Sent sent = new Sent(request, new CompletableFuture<>());
    all.add(sent);
    return sent.reply();
  }

  /** The writes, in order. */
  List<Sent> writes() {
    return all.stream().filter(sent -> !sent.isWatch()).toList();
  }

  List<Sent> watches() {
    return all.stream().filter(Sent::isWatch).toList();
  }

  Sent lastWrite() {
    return writes().get(writes().size() - 1);
  }

  Sent lastWatch() {
    return watches().get(watches().size() - 1);
  }

  void answer(int status, String body) {
    lastWrite().reply().complete(HttpAnswer.of(status, body));
  }

  void noAnswer() {
    lastWrite().reply().complete(new NoAnswer("the network is gone"));
  }

  @Override
  public void close() {}
}
