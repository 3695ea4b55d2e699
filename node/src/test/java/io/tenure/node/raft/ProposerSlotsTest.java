package io.tenure.node.raft;

import static org.assertj.core.api.Assertions.assertThat;

import com.alipay.sofa.jraft.Node;
import com.alipay.sofa.jraft.Status;
import com.alipay.sofa.jraft.entity.PeerId;
import com.alipay.sofa.jraft.entity.Task;
import com.alipay.sofa.jraft.error.RaftError;
import io.tenure.codec.EntryCodec;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.Command;
import io.tenure.kernel.Request;
import io.tenure.kernel.Ttl;
import io.tenure.store.LeaseStore;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A proposer over a log that takes entries and says of them only what the test wants. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class ProposerSlotsTest {

  private static final PeerId SELF = new PeerId("127.0.0.1", 1);

  @TempDir Path directory;

  private final BlockingQueue<Task> log = new LinkedBlockingQueue<>();
  private final BlockingQueue<List<Submission>> lost = new LinkedBlockingQueue<>();
  private final List<String> halts = new ArrayList<>();
  private final Leadership leadership = new Leadership();
  private Replica replica;
  private Stamps stamps;
  private Proposer proposer;

  @BeforeEach
  void start() {
    replica = new Replica(LeaseStore.open(directory), new Watchers(), leadership, halts::add);
    stamps = new Stamps(() -> 1, replica); // no thread is late on this clock
    proposer = new Proposer(leadership, stamps, () -> 0, halts::add);
    proposer.onLost(lost::add);
    proposer.start(node());
  }

  private Node node() {
    return (Node)
        Proxy.newProxyInstance(
            Node.class.getClassLoader(),
            new Class<?>[] {Node.class},
            (node, method, arguments) -> {
              if (method.getName().equals("apply")) {
                log.add((Task) arguments[0]);
              }
              return null;
            });
  }

  @AfterEach
  void stop() {
    proposer.close();
    replica.close();
    assertThat(halts).isEmpty();
  }

  private void lead(long term) {
    stamps.startTerm(term);
    leadership.lead(term, SELF);
  }

  private static Submission wish(long claim) {
    return new Unanswered(
        Request.of(new Command.Amend(new ClaimId(claim), Ttl.ofSeconds(9), null)));
  }

  private Task proposed() throws InterruptedException {
    Task task = log.poll(20, TimeUnit.SECONDS);
    assertThat(task).as("an entry").isNotNull();
    return task;
  }

  private static List<Long> claims(Task task) {
    return EntryCodec.decode(1, task.getData()).requests().stream()
        .map(request -> ((Command.Amend) request.command()).claim().value())
        .toList();
  }

  @Test
  void entries_that_the_log_forgets_give_their_slots_back_when_leadership_ends() throws Exception {
    lead(1);
    for (int i = 1; i <= 4; i++) {
      proposer.offer(wish(i));
      proposed();
    }

    leadership.loseLeader();
    for (int i = 0; i < 4; i++) {
      assertThat(lost.take()).hasSize(1);
    }
    lead(2);
    proposer.offer(wish(5));

    assertThat(claims(proposed())).containsExactly(5L);
  }

  @Test
  void what_a_busy_log_turns_away_goes_before_what_came_later() throws Exception {
    lead(1);
    Submission first = wish(1);
    Submission second = wish(2);
    proposer.offerAll(List.of(first, second));
    Task busy = proposed();
    assertThat(claims(busy)).containsExactly(1L, 2L);
    for (int i = 11; i <= 13; i++) {
      proposer.offer(wish(i));
      proposed();
    }
    proposer.offer(wish(3)); // no slot is free for it

    busy.getDone().run(new Status(RaftError.EBUSY, "busy"));

    assertThat(claims(proposed())).containsExactly(1L, 2L, 3L);
  }
}
