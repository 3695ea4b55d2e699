package io.tenure.chaos.workload;

import io.tenure.chaos.history.Field;
import io.tenure.chaos.workload.ClaimsCalls.Wish;
import io.tenure.chaos.workload.Client.Subject;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Each client has a key of its own, which is free: it is granted a claim at once, a second one
 * waits for it, and nobody gives anything back. So every lease that a client is told of is one that
 * was granted or promoted just now, also right after the cluster was idle.
 */
final class Pairs implements Workload {

  static final String NAME = "pairs";

  private static final int LEAST_TTL_MILLIS = 800;
  private static final int MOST_TTL_MILLIS = 1_400;
  private static final int USES = 12;

  private final KeyRing keys;
  private final int clients;

  Pairs(Load load) {
    this.keys = new KeyRing(NAME, load.withKeys(load.keys() * load.clients()), USES);
    this.clients = load.clients();
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void episode(Client client, int slot, int number) throws InterruptedException {
    Subject subject = keys.use(slot * clients + number);
    ClaimsCalls calls = new ClaimsCalls(client, subject);
    long ttl = LEAST_TTL_MILLIS + client.random().nextInt(MOST_TTL_MILLIS - LEAST_TTL_MILLIS);
    Completed first = calls.file(new Wish(Markers.next(client), ttl));
    Completed second = calls.file(new Wish(Markers.next(client), ttl));
    if (!first.isOk() || !second.isOk()) {
      keys.abandon(subject);
      client.pause(100, 600);
      return;
    }
    long next = second.number(Field.CLAIM).orElse(0);
    Insist.takeTurn(client, calls, next, TimeUnit.SECONDS.toNanos(15));
    calls.read(first.number(Field.CLAIM).orElse(0), 0);
    Completed end = Insist.awaitEnd(client, calls, next, TimeUnit.SECONDS.toNanos(15));
    if (end.text(Field.STATUS).equals("active") || !end.isOk()) {
      keys.abandon(subject);
      Insist.end(client, calls, next, "withdrawn");
    }
    client.pause(20, 200);
  }

  @Override
  public List<Subject> keys() {
    return keys.all();
  }
}
