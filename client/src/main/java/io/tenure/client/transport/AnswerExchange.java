package io.tenure.client.transport;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/** An exchange whose answer is gathered. */
final class AnswerExchange implements NodeExchange {

  /** What is held back for less than this is answered like any other request. */
  private static final Duration SHORT = Duration.ofMillis(100);

  /** More than the longest list: 1000 claims, each with 64 KiB of user data. */
  private static final int MOST_BYTES = 128 * 1024 * 1024;

  final CompletableFuture<SendResult> reply = new CompletableFuture<>();
  private final ApiRequest request;
  private final Target target;
  private final BooleanSupplier abandoned;
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private Map<String, String> headers = Map.of();
  private int status;
  private boolean tooLong;

  AnswerExchange(ApiRequest request, Target target, BooleanSupplier abandoned) {
    this.request = request;
    this.target = target;
    this.abandoned = abandoned;
  }

  @Override
  public ByteBuffer bytes() {
    return target.bytes(request);
  }

  @Override
  public long patienceNanos() {
    Duration all = request.patience().plus(request.waiting());
    return all.toNanos();
  }

  @Override
  public boolean isStream() {
    return false;
  }

  @Override
  public boolean isShort() {
    return request.waiting().compareTo(SHORT) < 0;
  }

  @Override
  public boolean isAbandoned() {
    return abandoned.getAsBoolean();
  }

  @Override
  public void head(int code, Map<String, String> all) {
    status = code;
    headers = all;
  }

  @Override
  public void body(ByteBuffer part) {
    tooLong |= body.size() + part.remaining() > MOST_BYTES;
    if (!tooLong) {
      body.write(part.array(), part.arrayOffset() + part.position(), part.remaining());
    }
  }

  @Override
  public void complete() {
    if (tooLong) {
      fail("the answer of " + target + " is too long");
      return;
    }
    reply.complete(new HttpAnswer(status, headers, body.toString(StandardCharsets.UTF_8), true));
  }

  @Override
  public void fail(String reason) {
    reply.complete(new NoAnswer(reason));
  }

  @Override
  public void refused(String reason) {
    reply.complete(new NoAnswer(reason, true));
  }
}
