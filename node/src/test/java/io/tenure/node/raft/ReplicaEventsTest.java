package io.tenure.node.raft;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.Command.Acquire;
import io.tenure.kernel.Command.WhenHeld;
import io.tenure.kernel.Holder;
import io.tenure.kernel.LogEntry;
import io.tenure.kernel.Moment;
import io.tenure.kernel.Request;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Ttl;
import io.tenure.kernel.UserData;
import io.tenure.service.EventFeed.Happened;
import io.tenure.service.EventFeed.Kind;
import io.tenure.service.EventFeed.Place;
import io.tenure.service.EventFeed.Reading;
import io.tenure.store.LeaseStore;
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

  private Replica open(String name) {
    return new Replica(
        LeaseStore.open(directory.resolve(name)),
        new Watchers(),
        new Leadership(),
        fault -> {
          throw new AssertionError(fault);
        });
  }

  private static void apply(Replica replica, long index) {
    try (Replica.Batch batch = replica.begin()) {
      Acquire wish =
          new Acquire(
              new ResourceKey("r" + index),
              Holder.ANONYMOUS,
              Ttl.ofSeconds(60),
              WhenHeld.QUEUE,
              UserData.NONE,
              "");
      Moment now = new Moment(new ClusterTime(index), index);
      batch.apply(new LogEntry(index, now, List.of(Request.of(wish), Request.of(wish))), 1);
      batch.commit();
    }
  }

  @Test
  void two_replicas_tell_the_same_events_at_the_same_places() {
    try (Replica one = open("one");
        Replica two = open("two")) {
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
    try (Replica ahead = open("ahead");
        Replica behind = open("behind")) {
      apply(ahead, 1);
      apply(behind, 1);
      apply(ahead, 2);
      apply(ahead, 3);
      ahead.saveTo(directory.resolve("copy")).seal();
      behind.loadFrom(directory.resolve("copy"));
      Reading reading = behind.recent().read(new Place(1, 3), 100);
      assertThat(reading.replaced()).isEqualTo(1);
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
    try (Replica replica = open("one")) {
      apply(replica, 1);
    }
    try (Replica replica = open("one")) {
      assertThat(replica.recent().read(START, 100).reach()).hasToString("2-0");
      apply(replica, 2);
      assertThat(replica.recent().read(new Place(2, 0), 100).events()).hasSize(3);
    }
  }
}
