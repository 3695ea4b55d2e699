package io.tenure.jraft;

import com.alipay.sofa.jraft.Node;
import com.alipay.sofa.jraft.entity.Task;
import io.tenure.kernel.Command;
import io.tenure.kernel.DeliveryId;
import io.tenure.kernel.KnownLevels;
import io.tenure.kernel.Level;
import io.tenure.kernel.Request;
import io.tenure.kernel.Settings;
import io.tenure.replication.ClientRequest;
import io.tenure.replication.Member;
import io.tenure.replication.WaitList;
import io.tenure.service.Caller;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A member as it is driven in production, over a log that takes entries and says nothing. */
final class DrivenMember implements AutoCloseable {

  final List<String> halts = new ArrayList<>();
  final BlockingQueue<Task> log = new LinkedBlockingQueue<>();
  final WaitList waits = new WaitList(ReplyBatch::new);
  final Replica replica;
  final StateReads reads;
  final Turns turns;

  DrivenMember(Path directory, RaftEffects.Link link, Executor archiveReaders) {
    replica = Replicas.open(directory, halts::add, waits);
    reads = new StateReads(replica, waits, archiveReaders);
    ReplyBatch replies = new ReplyBatch();
    RaftEffects effects = new RaftEffects(link, reads, () -> 0, replies);
    Member.Setup setup =
        new Member.Setup(
            "self",
            List.of("self", "a", "b"),
            Settings.DEFAULT,
            KnownLevels.ALL,
            TimeUnit.SECONDS.toNanos(30),
            1_000);
    Member.Ports ports = new Member.Ports(effects, new NoGroupEffects(), replica::applied, waits);
    Member member = new Member(setup, ports, System.nanoTime());
    turns = new Turns(member, replies, System::nanoTime, halts::add);
    effects.start(node(), turns);
    turns.start();
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

  /** Begins to lead; it proposes nothing by itself, since nobody says which levels it knows. */
  void leads() {
    turns.tell((member, nanos) -> member.leads(1, replica.applied().now(), nanos));
  }

  /** A request that can be sent only once, since it has no delivery id. */
  ClientRequest submitOnce(Command command) {
    Caller caller = new Caller(Runnable::run, System.nanoTime() + TimeUnit.SECONDS.toNanos(30));
    ClientRequest request =
        ClientRequest.of(
            Request.of(command), caller, new DeliveryId(1, 1), Level.FIRST, System.nanoTime());
    turns.tell((member, nanos) -> member.submit(request, nanos));
    return request;
  }

  @Override
  public void close() {
    turns.tell((member, nanos) -> member.close(nanos));
    turns.close();
    replica.close();
  }
}
