package io.tenure.chaos.workload;

import io.tenure.chaos.history.Field;
import io.tenure.chaos.history.Field.Result;
import io.tenure.chaos.workload.ClaimsCalls.Wish;
import io.tenure.chaos.workload.Client.Subject;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Two clients of each key change claims, the others read them, at any node, both ways. */
final class Reads implements Workload {

  static final String NAME = "reads";
  private static final int WRITERS = 2;
  private static final long TTL_MILLIS = 5000;

  private final KeyRing keys;

  /** The newest claim of each writer, by slot and number. */
  private final Map<Integer, Newest> newest = new ConcurrentHashMap<>();

  private record Newest(Subject subject, long claim) {}

  Reads(Load load) {
    this.keys = new KeyRing(NAME, load);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void episode(Client client, int slot, int number) throws InterruptedException {
    if (number < WRITERS) {
      write(client, slot, slot * WRITERS + number);
    } else {
      Newest about = newest.get(slot * WRITERS + client.random().nextInt(WRITERS));
      if (about != null) {
        read(client, about);
      }
      client.pause(20, 150);
    }
  }

  private void write(Client client, int slot, int writer) throws InterruptedException {
    Subject subject = keys.use(slot);
    ClaimsCalls calls = new ClaimsCalls(client, subject);
    Completed filed = calls.file(new Wish(Markers.next(client), TTL_MILLIS));
    if (!filed.isOk()) {
      keys.unknown(subject);
      client.pause(100, 600);
      return;
    }
    long claim = filed.number(Field.CLAIM).orElse(0);
    newest.put(writer, new Newest(subject, claim));
    client.pause(100, 500);
    if (filed.is(Result.GRANTED)) {
      calls.renew(claim, TTL_MILLIS);
      client.pause(100, 300);
      Insist.end(client, calls, claim, "released");
    } else {
      Insist.end(client, calls, claim, "withdrawn");
    }
    client.pause(100, 300);
  }

  private static void read(Client client, Newest about) {
    ClaimsCalls calls = new ClaimsCalls(client, about.subject);
    if (client.chance(0.5)) {
      calls.readLocal(about.claim);
    } else {
      calls.read(about.claim, 0);
    }
  }

  @Override
  public List<Subject> keys() {
    return keys.all();
  }
}
