package io.tenure.jraft;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.Command.Acquire;
import io.tenure.kernel.Command.WhenHeld;
import io.tenure.kernel.Event.ClaimChanged.Kind;
import io.tenure.kernel.Holder;
import io.tenure.kernel.LogEntry;
import io.tenure.kernel.Moment;
import io.tenure.kernel.Request;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Ttl;
import io.tenure.kernel.UserData;
import io.tenure.replication.StateAge;
import io.tenure.service.EventFeed.Happened;
import io.tenure.service.EventFeed.Place;
import io.tenure.service.EventFeed.Reading;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a replica tells to those who watch. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ReplicaEventsTest {

  private static final Place START = new Place(1, 0);

  @TempDir Path directory;

  /** A replica, and the events that it tells. */
  private record Watched(Replica replica, RecentEvents recent) implements AutoCloseable {

    @Override
    public void close() {
      replica.close();
    }
  }

  private Watched open(String name) {
    RecentEvents recent =
        new RecentEvents(RecentEvents.Room.DEFAULT, new Leadership(), new StateAge());
    FailStop never =
        fault -> {
          throw new AssertionError(fault);
        };
    return new Watched(Replicas.open(directory.resolve(name), never, recent), recent);
  }

  private static void apply(Watched watched, long index) {
    Acquire wish =
        new Acquire(
            new ResourceKey("r" + index),
            Holder.ANONYMOUS,
            Ttl.ofSeconds(60),
            WhenHeld.QUEUE,
            UserData.NONE,
            "");
    Moment now = new Moment(new ClusterTime(index), index);
    LogEntry entry = new LogEntry(index, now, List.of(Request.of(wish), Request.of(wish)));
    watched.replica().apply(state -> state.apply(entry, 1));
  }

  @Test
  void two_replicas_tell_the_same_events_at_the_same_places() {
    try (Watched one = open("one");
        Watched two = open("two")) {
      for (long i = 1; i <= 5; i++) {
        apply(one, i);
        apply(two, i);
      }
      List<Happened> events = one.recent().read(START, 100).events();
      assertThat(events).isEqualTo(two.recent().read(START, 100).events()).hasSize(15);
      assertThat(events.subList(0, 3))
          .extracting(Happened::kind)
          .containsExactly(Kind.FILED, Kind.GRANTED, Kind.FILED);
      assertThat(one.recent().last()).hasToString("5-3");
    }
  }

  @Test
  void a_state_taken_over_from_another_node_hides_what_led_to_it() {
    try (Watched ahead = open("ahead");
        Watched behind = open("behind")) {
      apply(ahead, 1);
      apply(behind, 1);
      apply(ahead, 2);
      apply(ahead, 3);
      int before = behind.recent().read(START, 100).replaced();
      ahead.replica().saveTo(directory.resolve("copy")).seal();
      behind.replica().loadFrom(directory.resolve("copy"));
      Reading reading = behind.recent().read(new Place(1, 3), 100);
      assertThat(reading.replaced()).isGreaterThan(before);
      assertThat(reading.reach()).hasToString("4-0");
      assertThat(reading.events()).isEmpty();
      apply(ahead, 4);
      apply(behind, 4);
      assertThat(behind.recent().read(reading.reach(), 100).events())
          .isEqualTo(ahead.recent().read(new Place(3, 3), 100).events())
          .hasSize(3);
    }
  }

  @Test
  void a_restart_forgets_what_was_told() {
    try (Watched replica = open("one")) {
      apply(replica, 1);
    }
    try (Watched replica = open("one")) {
      assertThat(replica.recent().read(START, 100).reach()).hasToString("2-0");
      apply(replica, 2);
      assertThat(replica.recent().read(new Place(2, 0), 100).events()).hasSize(3);
    }
  }
}
