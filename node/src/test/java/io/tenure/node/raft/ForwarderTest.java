package io.tenure.node.raft;

import static org.assertj.core.api.Assertions.assertThat;

import com.alipay.sofa.jraft.entity.PeerId;
import io.tenure.kernel.Result;
import io.tenure.node.raft.Forwarding.Ending;
import io.tenure.node.raft.Forwarding.Fate;
import io.tenure.node.raft.Forwarding.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class ForwarderTest {

  private static final PeerId ALICE = new PeerId("127.0.0.1", 1);
  private static final PeerId BOB = new PeerId("127.0.0.1", 2);
  private static final PeerId SELF = new PeerId("127.0.0.1", 3);
  private static final Result APPLIED = new Result.Configured();

  /** A message that somebody got, and the reply that the test decides on. */
  private record Sent(PeerId to, List<Item> items, CompletableFuture<byte[]> reply) {

    void answer(Ending... endings) {
      reply.complete(Forwarding.encodeEndings(List.of(endings)));
    }
  }

  private final BlockingQueue<Sent> sent = new LinkedBlockingQueue<>();
  private final BlockingQueue<List<Submission>> own = new LinkedBlockingQueue<>();
  private final List<String> halts = new ArrayList<>();
  private final Leadership leadership = new Leadership();
  private final Forwarder forwarder =
      new Forwarder(leadership, this::send, own::add, TimeUnit.SECONDS.toNanos(30), halts::add);

  private CompletableFuture<byte[]> send(PeerId leader, byte[] requests) {
    CompletableFuture<byte[]> reply = new CompletableFuture<>();
    sent.add(new Sent(leader, Forwarding.decodeItems(requests), reply));
    return reply;
  }

  @BeforeEach
  void start() {
    forwarder.start();
  }

  @AfterEach
  void stop() {
    forwarder.close();
    assertThat(halts).isEmpty();
  }

  /** Counts what it is told. */
  private static final class Told extends Submission {

    private final boolean repeatable;
    private final BlockingQueue<String> endings = new LinkedBlockingQueue<>();
    private volatile boolean over;

    Told(int name, boolean repeatable, long deadlineNanos) {
      super(new byte[] {(byte) name}, false, deadlineNanos);
      this.repeatable = repeatable;
    }

    private void end(String ending) {
      over = true;
      endings.add(ending);
    }

    @Override
    boolean isOver() {
      return over;
    }

    @Override
    boolean isRepeatable() {
      return repeatable;
    }

    @Override
    void applied(Result result, Delivery delivery) {
      end("applied");
    }

    @Override
    void refused(String reason) {
      end("refused");
    }

    @Override
    void notLeader() {
      end("not leader");
    }

    @Override
    void unknown(String reason) {
      end("unknown");
    }

    @Override
    boolean lost(String reason) {
      if (!repeatable) {
        end("unknown");
      }
      return repeatable;
    }
  }

  private static Told request(int name) {
    return new Told(name, true, System.nanoTime() + TimeUnit.SECONDS.toNanos(30));
  }

  private Sent next() throws InterruptedException {
    Sent message = sent.poll(20, TimeUnit.SECONDS);
    assertThat(message).as("a message").isNotNull();
    return message;
  }

  private static List<Integer> names(Sent message) {
    return message.items().stream().map(item -> (int) item.request()[0]).toList();
  }

  @Test
  void what_a_silent_leader_has_is_sent_to_the_next_one_as_soon_as_there_is_one() throws Exception {
    leadership.follow(1, ALICE);
    Told request = request(1);
    forwarder.offer(request);
    Sent silent = next();

    leadership.loseLeader();
    leadership.follow(2, BOB);

    Sent again = next();
    assertThat(again.to()).isEqualTo(BOB);
    assertThat(names(again)).isEqualTo(names(silent));
    again.answer(Ending.applied(APPLIED));
    assertThat(request.endings.take()).isEqualTo("applied");
  }

  @Test
  void what_was_under_way_goes_before_what_came_later() throws Exception {
    leadership.follow(1, ALICE);
    forwarder.offer(request(1));
    next();
    forwarder.offer(request(2));
    next();

    leadership.loseLeader();
    forwarder.offer(request(3));
    leadership.follow(2, BOB);

    List<Integer> order = new ArrayList<>();
    while (order.size() < 3) {
      order.addAll(names(next()));
    }
    assertThat(order).containsExactly(1, 2, 3);
  }

  @Test
  void a_late_answer_of_the_old_leader_counts_and_its_refusal_does_not() throws Exception {
    leadership.follow(1, ALICE);
    Told first = request(1);
    Told second = request(2);
    forwarder.offer(first);
    Sent one = next();
    forwarder.offer(second);
    Sent two = next();
    leadership.loseLeader();

    one.answer(Ending.applied(APPLIED));
    two.answer(Ending.of(Fate.REFUSED, "overloaded"));
    leadership.follow(2, BOB);

    assertThat(first.endings.take()).isEqualTo("applied");
    assertThat(names(next())).containsExactly(2);
    assertThat(second.endings).isEmpty();
  }

  @Test
  void what_can_be_asked_only_once_waits_for_the_old_leader() throws Exception {
    leadership.follow(1, ALICE);
    Told once = new Told(1, false, System.nanoTime() + TimeUnit.SECONDS.toNanos(30));
    forwarder.offer(once);
    Sent message = next();

    leadership.follow(2, BOB);
    message.answer(Ending.applied(APPLIED));

    assertThat(once.endings.take()).isEqualTo("applied");
    assertThat(sent).isEmpty();
  }

  @Test
  void a_request_whose_time_is_over_is_not_sent_any_more() throws Exception {
    Told late = new Told(1, true, System.nanoTime() - 1);
    forwarder.offer(late);
    leadership.follow(1, ALICE);
    forwarder.offer(request(2));

    assertThat(names(next())).containsExactly(2);
    assertThat(late.endings.take()).isEqualTo("refused");
  }

  @Test
  void the_message_says_how_much_time_is_left() throws Exception {
    leadership.follow(1, ALICE);
    forwarder.offer(request(1));

    assertThat(next().items().get(0).leftMillis()).isBetween(1L, 30_000L);
  }

  @Test
  void a_node_that_leads_by_now_takes_in_what_the_old_leader_had() throws Exception {
    leadership.follow(1, ALICE);
    Told request = request(1);
    forwarder.offer(request);
    next();

    leadership.lead(2, SELF);

    assertThat(own.take()).containsExactly(request);
  }

  @Test
  void an_answer_that_does_not_fit_is_no_answer() throws Exception {
    leadership.follow(1, ALICE);
    Told request = request(1);
    forwarder.offer(request);

    next().answer(Ending.applied(APPLIED), Ending.applied(APPLIED));

    next().answer(Ending.applied(APPLIED));
    assertThat(request.endings.take()).isEqualTo("applied");
  }
}
