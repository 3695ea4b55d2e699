package io.tenure.link;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** What came of a call, and how often it was told. */
final class TestReply implements Reply {

  private final CompletableFuture<byte[]> answer = new CompletableFuture<>();
  private final AtomicInteger calls = new AtomicInteger();

  @Override
  public void answered(int method, ByteBuffer payload) {
    calls.incrementAndGet();
    byte[] bytes = new byte[payload.remaining()];
    payload.get(bytes);
    answer.complete(bytes);
  }

  @Override
  public void failed(CallFailedException failure) {
    calls.incrementAndGet();
    answer.completeExceptionally(failure);
  }

  int calls() {
    return calls.get();
  }

  byte[] answer() throws InterruptedException, TimeoutException {
    try {
      return answer.get(TestLink.PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException failed) {
      throw new AssertionError("no answer", failed.getCause());
    }
  }

  CallFailedException.Kind failure() throws InterruptedException, TimeoutException {
    try {
      byte[] bytes = answer.get(TestLink.PATIENCE.toSeconds(), TimeUnit.SECONDS);
      throw new AssertionError("answered with " + bytes.length + " bytes");
    } catch (ExecutionException failed) {
      return ((CallFailedException) failed.getCause()).kind();
    }
  }
}
