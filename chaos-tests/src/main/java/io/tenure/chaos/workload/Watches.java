package io.tenure.chaos.workload;

import io.tenure.chaos.history.Field;
import io.tenure.chaos.history.Field.Result;
import io.tenure.chaos.workload.ClaimsCalls.Wish;
import io.tenure.chaos.workload.Client.Subject;
import io.tenure.chaos.workload.HttpWire.Ask;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Some clients of each slot change claims; the others watch all of the workload's claims by {@code
 * /v1/events}, break off again and again, and go on at another node from where they were.
 */
final class Watches implements Workload {

  static final String NAME = "watches";

  private static final String WATCH = "watch";
  private static final int WATCHERS = 2;
  private static final long TTL_MILLIS = 1_500;

  private final KeyRing keys;

  /** Under this name all watchers record: what they see is not about one key. */
  private final Subject stream;

  /** Where each watcher is, by its process. */
  private final Map<Integer, String> places = new ConcurrentHashMap<>();

  Watches(Load load) {
    this.keys = new KeyRing(NAME, load);
    this.stream = new Subject(NAME, load.prefix() + "." + NAME + ".");
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void episode(Client client, int slot, int number) throws InterruptedException {
    if (number < WATCHERS) {
      watch(client);
      client.pause(10, 200);
    } else {
      change(client, slot);
    }
  }

  private void watch(Client client) {
    Endpoint node = client.anyNode();
    String place = places.getOrDefault(client.process(), "");
    Ask plain = Ask.of("GET", "/v1/events?prefix=" + stream.key(), "");
    Ask ask = place.isEmpty() ? plain : plain.with("Last-Event-ID", place);
    Map<String, Object> asked = Client.asked(node, Field.LOCAL, true);
    if (!place.isEmpty()) {
      asked.put(Field.LAST_EVENT, place);
    }
    EventReader reader = new EventReader(client.clock());
    Duration length = Duration.ofMillis(300L + client.random().nextInt(2_500));
    Completed seen =
        client.record(
            stream,
            WATCH,
            asked,
            () -> client.stream(node, ask, length, reader::line, reader::completed));
    if (seen.is(Result.SEEN)) {
      places.put(client.process(), seen.text(Field.STREAM_END));
    }
  }

  private void change(Client client, int slot) throws InterruptedException {
    Subject subject = keys.use(slot);
    ClaimsCalls calls = new ClaimsCalls(client, subject);
    Completed filed = calls.file(new Wish(Markers.next(client), TTL_MILLIS));
    if (!filed.isOk()) {
      keys.unknown(subject);
      client.pause(100, 600);
      return;
    }
    client.pause(20, 300);
    boolean active = filed.is(Result.GRANTED);
    if (!active || client.chance(0.7)) {
      long claim = filed.number(Field.CLAIM).orElse(0);
      Insist.end(client, calls, claim, active ? "released" : "withdrawn");
    }
    client.pause(20, 300);
  }

  @Override
  public List<Subject> keys() {
    return keys.all();
  }
}
