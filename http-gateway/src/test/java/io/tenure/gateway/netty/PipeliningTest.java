package io.tenure.gateway.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.gateway.Answer;
import io.tenure.gateway.Call;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PipeliningTest {

  private record Pending(Call call, CompletableFuture<Answer> reply) {
    void answer() {
      reply.complete(Answer.text(200, call.rawPath()));
    }
  }

  private final BlockingQueue<Pending> pending = new LinkedBlockingQueue<>();

  private final TestDialect later =
      new TestDialect(
          TestDialect.BODY_LIMIT,
          call -> {
            CompletableFuture<Answer> reply = new CompletableFuture<>();
            pending.add(new Pending(call, reply));
            return reply;
          });

  @Test
  void answers_leave_in_the_order_of_the_requests() throws Exception {
    Random random = new Random(7);
    ExecutorService elsewhere = Executors.newFixedThreadPool(2);
    try (TestServer server = TestServer.with(later);
        Wire wire = server.connect()) {
      for (int round = 0; round < 50; round++) {
        wire.send(requests(0, 20));
        List<Pending> calls = take(20);
        Collections.shuffle(calls, random);
        for (Pending call : calls) {
          (random.nextBoolean() ? elsewhere : call.call().caller().home()).execute(call::answer);
        }
        for (int i = 0; i < 20; i++) {
          assertThat(wire.read().body()).isEqualTo("/t/" + i);
        }
      }
    } finally {
      elsewhere.shutdownNow();
    }
  }

  @Test
  void no_more_than_64_requests_of_a_connection_are_under_way() throws Exception {
    try (TestServer server = TestServer.with(later);
        Wire wire = server.connect();
        Wire other = server.connect()) {
      wire.send(requests(0, 1000));
      List<Pending> first = take(64);
      other.send(requests(5000, 5001));
      Pending next = take(1).get(0);
      assertThat(next.call().rawPath()).as("the first connection is full").isEqualTo("/t/5000");
      next.answer();
      assertThat(other.read().body()).isEqualTo("/t/5000");
      first.get(0).answer();
      assertThat(wire.read().body()).isEqualTo("/t/0");
      first.set(0, take(1).get(0));
      assertThat(first.get(0).call().rawPath()).isEqualTo("/t/64");
      for (int i = 1; i < 64; i++) {
        first.get(i).answer();
      }
      first.get(0).answer();
      for (int i = 65; i < 1000; i++) {
        take(1).get(0).answer();
      }
      for (int i = 1; i < 1000; i++) {
        assertThat(wire.read().body()).isEqualTo("/t/" + i);
      }
    }
  }

  @Test
  void a_client_that_does_not_read_is_not_served_without_end() throws Exception {
    byte[] body = new byte[100_000];
    BlockingQueue<Call> calls = new LinkedBlockingQueue<>();
    TestDialect dialect =
        TestDialect.answering(
            call -> {
              calls.add(call);
              return Answer.of(200, Answer.TEXT, body);
            });
    try (TestServer server = TestServer.with(dialect);
        Wire wire = server.connect()) {
      wire.send(requests(0, 1000));
      Call served = calls.poll(10, TimeUnit.SECONDS);
      int count = 0;
      while (served != null) {
        count++;
        served = calls.poll(300, TimeUnit.MILLISECONDS);
      }
      assertThat(count).isLessThan(500);
      for (int i = 0; i < 1000; i++) {
        assertThat(wire.read().body()).hasSize(100_000);
      }
    }
  }

  private List<Pending> take(int count) throws InterruptedException {
    List<Pending> taken = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Pending next = pending.poll(10, TimeUnit.SECONDS);
      assertThat(next).as("call " + i).isNotNull();
      taken.add(next);
    }
    return taken;
  }

  private static String requests(int from, int to) {
    StringBuilder requests = new StringBuilder();
    for (int i = from; i < to; i++) {
      requests.append("GET /t/").append(i).append(" HTTP/1.1\r\nHost: a\r\n\r\n");
    }
    return requests.toString();
  }
}
