package io.tenure.chaos.workload;

import io.tenure.chaos.history.Field;
import io.tenure.chaos.workload.ClaimsCalls.Wish;
import io.tenure.chaos.workload.Client.Subject;
import java.util.ArrayList;
import java.util.List;

/**
 * Clients that do what they are told not to: all of a slot send the same request with the same
 * {@code Idempotency-Key}. To the cluster that is one wish, so it leads to one claim, of which each
 * of them is told.
 */
final class SharedKeys implements Workload {

  static final String NAME = "shared";

  private static final long TTL_MILLIS = 2_000;

  private final KeyRing keys;
  private final int clients;
  private final List<Round> rounds = new ArrayList<>();

  /** The wish that the clients of a slot have in common, and how often it was taken up. */
  private static final class Round {

    private Subject subject = new Subject("", "");
    private String marker = "";
    private int taken;
  }

  /** A wish as one client takes it up. */
  private record Common(Subject subject, String marker) {}

  SharedKeys(Load load) {
    this.keys = new KeyRing(NAME, load);
    this.clients = load.clients();
    for (int i = 0; i < load.keys(); i++) {
      rounds.add(new Round());
    }
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void episode(Client client, int slot, int number) throws InterruptedException {
    Common common = takeUp(client, slot);
    ClaimsCalls calls = new ClaimsCalls(client, common.subject);
    Wish wish = new Wish(common.marker, TTL_MILLIS, "shared-" + common.marker, 0);
    Completed filed = calls.file(wish, client.chance(0.1));
    if (!filed.isOk()) {
      keys.unknown(common.subject);
    } else if (client.chance(0.3)) {
      client.pause(50, 300);
      calls.end(filed.number(Field.CLAIM).orElse(0), "withdrawn");
    }
    client.pause(50, 400);
  }

  private synchronized Common takeUp(Client client, int slot) {
    Round round = rounds.get(slot);
    if (round.taken % clients == 0) {
      round.subject = keys.use(slot);
      round.marker = Markers.next(client);
    }
    round.taken++;
    return new Common(round.subject, round.marker);
  }

  @Override
  public List<Subject> keys() {
    return keys.all();
  }
}
