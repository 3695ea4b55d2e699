package io.tenure.chaos.workload;

import io.tenure.chaos.history.Field;
import io.tenure.chaos.workload.ClaimsCalls.Wish;
import io.tenure.chaos.workload.Client.Subject;
import java.util.List;

/**
 * Clients whose connections break as soon as they have sent their request. They repeat it with the
 * same {@code Idempotency-Key}, at any node, until they are told; and some repeat it even then.
 */
final class Repeats implements Workload {

  static final String NAME = "repeats";
  private static final long TTL_MILLIS = 8000;
  private static final int ATTEMPTS = 12;
  private static final int LAST_ATTEMPTS = 2;

  private final KeyRing keys;

  Repeats(Load load) {
    this.keys = new KeyRing(NAME, load);
  }

  @Override
  public String name() {
    return NAME;
  }

  /** One attempt, whose answer may be lost on purpose. */
  private interface Attempt {
    Completed send(boolean loseAnswer);
  }

  @Override
  public void episode(Client client, int slot, int number) throws InterruptedException {
    ClaimsCalls calls = new ClaimsCalls(client, keys.use(slot));
    String marker = Markers.next(client);
    Wish wish = new Wish(marker, TTL_MILLIS, "file-" + marker, 0);
    Completed filed = repeat(client, lose -> calls.file(wish, lose));
    if (filed.isOk()) {
      long claim = filed.number(Field.CLAIM).orElse(0);
      String ending = filed.text(Field.STATUS).equals("active") ? "released" : "withdrawn";
      client.pause(20, 300);
      repeat(client, lose -> calls.end(claim, ending, "end-" + marker, lose));
    }
    client.pause(20, 300);
  }

  private static Completed repeat(Client client, Attempt attempt) throws InterruptedException {
    Completed last = attempt.send(client.chance(0.5));
    for (int i = 0; i < attempts(client) && !last.isOk(); i++) {
      client.pause(10, 300);
      last = attempt.send(client.chance(0.3) && !client.isStopped());
    }
    if (last.isOk() && client.chance(0.3)) {
      attempt.send(false);
    }
    return last;
  }

  private static int attempts(Client client) {
    return client.isStopped() ? LAST_ATTEMPTS : ATTEMPTS;
  }

  @Override
  public List<Subject> keys() {
    return keys.all();
  }
}
