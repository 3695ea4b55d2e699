package io.tenure.link;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A service that answers when the test wants it to. */
final class HeldCalls implements LinkService {

  private final BlockingQueue<IncomingCall> calls = new LinkedBlockingQueue<>();

  @Override
  public void handle(IncomingCall call) {
    calls.add(call);
  }

  int size() {
    return calls.size();
  }

  IncomingCall next() throws InterruptedException {
    IncomingCall call = calls.poll(TestLink.PATIENCE.toSeconds(), TimeUnit.SECONDS);
    if (call == null) {
      throw new AssertionError("no call came");
    }
    return call;
  }

  List<IncomingCall> next(int count) throws InterruptedException {
    List<IncomingCall> all = new ArrayList<>();
    while (all.size() < count) {
      all.add(next());
    }
    return all;
  }

  static void answer(IncomingCall call) {
    call.answer(call.method(), Payload.of(new byte[0]));
  }
}
