package io.tenure.jraft;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.kernel.Claim;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.Event;
import io.tenure.kernel.Holder;
import io.tenure.kernel.LeaseTable;
import io.tenure.kernel.Moment;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Settings;
import io.tenure.kernel.StateView;
import io.tenure.kernel.Ttl;
import io.tenure.kernel.UserData;
import io.tenure.replication.Applied;
import io.tenure.replication.StateAge;
import io.tenure.replication.StateListener.Step;
import io.tenure.service.EventFeed.Happened;
import io.tenure.service.EventFeed.Place;
import io.tenure.service.EventFeed.Reading;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RecentEventsTest {

  private static final Moment NOW = new Moment(new ClusterTime(1), 1);

  private final Leadership leadership = new Leadership();
  private final RecentEvents recent =
      new RecentEvents(new RecentEvents.Room(8, 100_000), leadership, new StateAge());

  @BeforeEach
  void start() {
    replace(10);
  }

  private void append(Step... steps) {
    recent.applied(List.of(steps), at(0));
  }

  private void replace(long index) {
    StateView nothing =
        new StateView(new LeaseTable(), new NoArchive(), ClusterTime.ZERO, StateView.UNKNOWN_AGE);
    recent.replaced(nothing, at(index));
  }

  private static Applied at(long index) {
    return new Applied(
        index,
        ClusterTime.ZERO,
        0,
        ClusterTime.NEVER,
        false,
        0,
        1,
        Settings.DEFAULT,
        new TreeMap<>(),
        new Applied.Counts(0, 0, 0, 0));
  }

  private static Event filed(long id, int dataBytes) {
    return new Event.ClaimFiled(
        new Claim(
            new ClaimId(id),
            new ResourceKey("r" + id),
            Holder.ANONYMOUS,
            Ttl.ofSeconds(5),
            UserData.of(new byte[dataBytes]),
            "",
            NOW,
            ClaimStatus.WAITING,
            null,
            null,
            null));
  }

  private static Step step(long index, Event... events) {
    return new Step(index, List.of(events));
  }

  private List<String> after(String place, int limit) {
    return recent.read(Place.parse(place).orElseThrow(), limit).events().stream()
        .map(Happened::place)
        .map(Place::toString)
        .toList();
  }

  @Test
  void events_of_claims_are_numbered_within_their_entry() {
    assertThat(recent.last()).hasToString("11-0");
    append(
        step(11, new Event.TimeAdvanced(NOW), filed(1, 0), filed(2, 0)),
        step(12, new Event.TimeAdvanced(NOW)),
        step(13, filed(3, 0)));
    assertThat(recent.last()).hasToString("13-1");
    assertThat(after("11-0", 100)).containsExactly("11-1", "11-2", "13-1");
    assertThat(after("11-1", 100)).containsExactly("11-2", "13-1");
    assertThat(after("11-1", 1)).containsExactly("11-2");
    assertThat(after("12-0", 100)).containsExactly("13-1");
    assertThat(after("13-1", 100)).isEmpty();
    assertThat(after("99-1", 100)).isEmpty();
  }

  @Test
  void a_reading_says_where_to_go_on() {
    append(step(11, filed(1, 0), filed(2, 0)), step(12));
    Place start = new Place(11, 0);
    assertThat(recent.read(start, 1).next()).hasToString("11-1");
    assertThat(recent.read(start, 2).next()).hasToString("12-0");
    assertThat(recent.read(start, 0).next()).hasToString("11-0");
    assertThat(recent.read(new Place(20, 0), 5).next()).hasToString("20-0");
  }

  @Test
  void the_oldest_are_forgotten_by_number() {
    for (long i = 11; i < 31; i++) {
      append(step(i, filed(i, 0)));
    }
    assertThat(after("1-0", 100)).hasSize(8).startsWith("23-1").endsWith("30-1");
    Reading reading = recent.read(new Place(1, 0), 100);
    assertThat(reading.reach()).hasToString("22-1");
    assertThat(reading.replaced()).isEqualTo(1);
    assertThat(after("22-1", 100)).hasSize(8); // exactly at its reach nothing is lost
  }

  @Test
  void the_oldest_are_forgotten_by_size() {
    for (long i = 11; i < 17; i++) {
      append(step(i, filed(i, 40_000)));
    }
    assertThat(after("1-0", 100)).containsExactly("15-1", "16-1");
    append(step(17, filed(17, 1_000_000)));
    assertThat(after("1-0", 100)).containsExactly("17-1");
  }

  @Test
  void a_state_that_was_taken_over_leaves_nothing_behind() {
    append(step(11, filed(1, 0)));
    replace(500);
    assertThat(recent.last()).hasToString("501-0");
    Reading reading = recent.read(new Place(11, 1), 100);
    assertThat(reading.reach()).hasToString("501-0");
    assertThat(reading.events()).isEmpty();
    assertThat(reading.replaced()).isEqualTo(2);
    append(step(501, filed(2, 0)));
    assertThat(after("501-0", 100)).containsExactly("501-1");
  }

  @Test
  void whoever_listens_is_told_of_events_and_leaders_and_cannot_do_harm() {
    AtomicInteger told = new AtomicInteger();
    recent.onChange(
        () -> {
          throw new IllegalStateException("a listener's own fault");
        });
    recent.onChange(told::incrementAndGet);
    assertThat(recent.hasLeader()).isFalse();
    append(step(11, filed(1, 0)));
    leadership.loseLeader();
    replace(30);
    assertThat(told).hasValue(3);
  }
}
