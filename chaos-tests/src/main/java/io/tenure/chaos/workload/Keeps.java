package io.tenure.chaos.workload;

import io.tenure.chaos.history.Field;
import io.tenure.chaos.workload.ClaimsCalls.Wish;
import io.tenure.chaos.workload.Client.Subject;
import java.util.List;

/**
 * Claims that are to outlive everything: filed for a day, one holding and many in line, and looked
 * for at the end. Some are ended again; that must be remembered as well.
 */
final class Keeps implements Workload {

  static final String NAME = "keeps";
  private static final long TTL_MILLIS = 86_400_000;

  private final KeyRing keys;

  Keeps(Load load) {
    this.keys = new KeyRing(NAME, load);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void episode(Client client, int slot, int number) throws InterruptedException {
    Subject subject = keys.use(slot);
    ClaimsCalls calls = new ClaimsCalls(client, subject);
    Completed filed = calls.file(new Wish(Markers.next(client), TTL_MILLIS));
    if (filed.isOk() && client.chance(0.3)) {
      client.pause(50, 300);
      calls.end(filed.number(Field.CLAIM).orElse(0), "withdrawn");
    }
    client.pause(300, 1500);
  }

  @Override
  public List<Subject> keys() {
    return keys.all();
  }
}
