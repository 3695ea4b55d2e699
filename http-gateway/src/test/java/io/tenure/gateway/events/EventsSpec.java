package io.tenure.gateway.events;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tenure.RealTime;
import io.tenure.gateway.AllDialects;
import io.tenure.gateway.Authenticator;
import io.tenure.gateway.EventReader;
import io.tenure.gateway.EventReader.Event;
import io.tenure.gateway.FakeCall;
import io.tenure.gateway.netty.HttpServer;
import io.tenure.gateway.netty.HttpServerOptions;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Streams of events, over real connections. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class EventsSpec {

  private static final int MOST_STREAMS = 3;

  private final AllDialects all =
      new AllDialects(Authenticator.NONE, new EventsOptions(MOST_STREAMS, Duration.ofMillis(500)));
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.start(HttpServerOptions.plain("127.0.0.1", 0).withThreads(1), all.gateway);
  }

  @AfterEach
  void stop() {
    server.close();
    all.close();
  }

  private EventReader open(String query, String... headers) throws IOException {
    EventReader reader = new EventReader(url(query), headers);
    assertThat(reader.status()).isEqualTo(200);
    return reader;
  }

  private String url(String query) {
    return "http://127.0.0.1:" + server.port() + "/v1/events" + query;
  }

  private static JsonNode data(Event event) {
    return AllDialects.json(event.data());
  }

  @Test
  void a_stream_greets_and_then_tells_grants_and_ends() throws IOException {
    try (EventReader reader = open("")) {
      assertThat(reader.header("Content-Type")).contains("text/event-stream");
      assertThat(reader.header("Cache-Control")).contains("no-store");
      Event hello = reader.next();
      assertThat(hello.name()).isEqualTo("hello");
      assertThat(data(hello).get("id").asText()).isEqualTo(hello.id()).isEqualTo("1-0");
      long holder = all.file("db", 30);
      long waiting = all.file("db", 20);
      all.release(holder);
      Event granted = reader.next();
      assertThat(granted.id()).isEqualTo("1-2"); // behind the filing, which is not shown
      assertThat(granted.data())
          .isEqualTo(
              "{\"event\":\"granted\",\"resource\":\"db\",\"claim\":1,\"status\":\"active\","
                  + "\"fencing_token\":1,\"ttl\":30.0,\"owner\":null,"
                  + "\"time\":\"2026-11-16T00:00:00.000001Z\"}");
      Event ended = reader.next();
      assertThat(ended.id()).isEqualTo("3-1");
      assertThat(data(ended).get("status").asText()).isEqualTo("released");
      assertThat(data(ended).get("ttl").isNull()).isTrue();
      Event promoted = reader.next();
      assertThat(promoted.id()).isEqualTo("3-2");
      assertThat(data(promoted).get("claim").longValue()).isEqualTo(waiting);
      assertThat(data(promoted).get("fencing_token").longValue()).isEqualTo(2);
    }
  }

  @Test
  void filings_and_renewals_are_told_to_those_who_ask() throws IOException {
    try (EventReader reader = open("?include=filed,renewed")) {
      reader.await("hello");
      long id = all.file("db", 30);
      all.send(FakeCall.of("PATCH", "/v1/claims/" + id).body("{\"ttl\": 5}"));
      Event filed = reader.next();
      assertThat(filed.name()).isEqualTo("filed");
      assertThat(data(filed).get("status").asText()).isEqualTo("waiting");
      assertThat(data(filed).get("fencing_token").isNull()).isTrue();
      assertThat(reader.next().name()).isEqualTo("granted");
      Event renewed = reader.next();
      assertThat(renewed.name()).isEqualTo("renewed");
      assertThat(data(renewed).get("ttl").asText()).isEqualTo("5.0");
    }
  }

  @Test
  void only_the_wanted_resources_are_told() throws IOException {
    try (EventReader reader = open("?resource=a&prefix=leases%2F&prefix=%C3%BC")) {
      reader.await("hello");
      for (String name : List.of("ab", "a", "leases", "b/a", "üb")) {
        all.file(name, 30);
      }
      all.send(
          FakeCall.of("POST", "/v1/db/leases/master")
              .header("X-Quorum-Client-ID", "host \"7\"")
              .body("x"));
      assertThat(data(reader.next()).get("resource").asText()).isEqualTo("a");
      assertThat(data(reader.next()).get("claim").longValue()).isEqualTo(5);
      JsonNode lease = data(reader.next());
      assertThat(lease.get("resource").asText()).isEqualTo("leases/db//master");
      assertThat(lease.get("owner").asText()).isEqualTo("host \"7\"");
    }
  }

  @Test
  void a_client_that_comes_back_gets_what_it_missed() throws IOException {
    all.file("a", 30);
    all.file("b", 30);
    all.file("c", 30);
    try (EventReader reader = open("", "Last-Event-ID: 1-2")) {
      Event hello = reader.next();
      assertThat(hello.id()).isEqualTo("1-2"); // it has not seen more yet
      assertThat(data(hello).get("id").asText()).isEqualTo("3-2");
      assertThat(data(reader.next()).get("resource").asText()).isEqualTo("b");
      assertThat(data(reader.next()).get("resource").asText()).isEqualTo("c");
      all.file("d", 30);
      assertThat(data(reader.next()).get("resource").asText()).isEqualTo("d");
    }
    try (EventReader reader = open("?last_event_id=2-2", "Last-Event-ID: 3-2")) {
      reader.await("hello");
      assertThat(data(reader.next()).get("resource").asText()).isEqualTo("d");
    }
  }

  @Test
  void a_client_that_comes_back_too_late_is_told_what_is_lost() throws IOException {
    all.file("a", 30);
    all.feed.forget();
    all.file("b", 30);
    try (EventReader reader = open("?last_event_id=1-1")) {
      reader.await("hello");
      Event gap = reader.next();
      assertThat(gap.name()).isEqualTo("gap");
      assertThat(gap.id()).isEqualTo("1-2");
      assertThat(data(gap).get("after").asText()).isEqualTo("1-1");
      assertThat(data(gap).get("until").asText()).isEqualTo("1-2");
      assertThat(data(reader.next()).get("resource").asText()).isEqualTo("b");
    }
  }

  @Test
  void a_state_that_was_taken_over_is_a_gap_in_open_streams() throws IOException {
    try (EventReader reader = open("")) {
      reader.await("hello");
      all.feed.replace(900);
      Event gap = reader.next();
      assertThat(gap.name()).isEqualTo("gap");
      assertThat(data(gap).get("until").asText()).isEqualTo("901-0");
    }
  }

  @Test
  void a_stream_that_is_ahead_of_its_node_is_not_set_back_however_long_the_node_is_behind()
      throws IOException {
    all.file("a", 30);
    all.feed.catchUp(false);
    try (EventReader reader = open("?last_event_id=3-2")) {
      reader.await("hello");
      for (int i = 0; i < 3; i++) {
        assertThat(reader.nextBlock()).isEqualTo(new Event("3-2", ":", "")); // no gap
      }
      all.file("seen elsewhere", 30);
      all.file("this too", 30);
      all.feed.catchUp(true);
      all.file("b", 30);
      assertThat(data(reader.next()).get("resource").asText()).isEqualTo("b");
    }
  }

  @Test
  void a_place_that_the_cluster_never_had_is_a_gap_as_soon_as_the_node_is_up_to_date()
      throws IOException {
    all.feed.catchUp(false);
    try (EventReader reader = open("?last_event_id=99999-1")) {
      reader.await("hello");
      assertThat(reader.nextBlock().name()).isEqualTo(":");
      all.feed.catchUp(true);
      assertThat(reader.next().name()).isEqualTo("gap");
      all.file("a", 30);
      assertThat(data(reader.next()).get("resource").asText()).isEqualTo("a");
    }
  }

  @Test
  void the_place_that_a_restarted_node_starts_from_is_no_gap_on_the_others() throws IOException {
    all.file("a", 30);
    try (EventReader reader = open("?last_event_id=2-0")) { // behind all of entry 1
      reader.await("hello");
      assertThat(reader.nextBlock()).isEqualTo(new Event("2-0", ":", ""));
      all.file("b", 30);
      assertThat(data(reader.next()).get("resource").asText()).isEqualTo("b");
    }
  }

  @Test
  void the_loss_and_the_return_of_a_leader_are_told() throws IOException {
    try (EventReader reader = open("?resource=none")) {
      reader.await("hello");
      all.feed.lead(false);
      assertThat(reader.next().name()).isEqualTo("leaderless");
      try (EventReader late = open("")) {
        assertThat(late.next().name()).isEqualTo("hello");
        assertThat(late.next().name()).isEqualTo("leaderless");
      }
      all.feed.lead(true);
      assertThat(reader.next().name()).isEqualTo("leader");
    }
  }

  @Test
  void silence_is_broken_by_comments_that_move_the_place_to_resume_from() throws IOException {
    try (EventReader reader = open("?resource=none")) {
      reader.await("hello");
      all.file("a", 30);
      Event heartbeat = reader.nextBlock();
      assertThat(heartbeat).isEqualTo(new Event("1-2", ":", ""));
      assertThat(reader.nextBlock().name()).isEqualTo(":");
    }
  }

  @Test
  void a_client_that_falls_behind_is_told_so_and_closed() throws Exception {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4096);
    try (EventReader reader = new EventReader(socket, url(""), "HTTP/1.1")) {
      assertThat(reader.next().name()).isEqualTo("hello");
      long told = 0;
      for (int i = 0; all.events.lagged() == 0; i++) {
        all.release(all.file("x".repeat(1000) + i, 30));
        if (i % 1000 == 999) { // as if the memory were full
          all.feed.forget();
        }
        assertThat(i).isLessThan(50_000);
      }
      Event event = reader.next();
      while (!event.name().equals("lagged")) {
        told++;
        event = reader.next();
      }
      assertThat(told).isPositive();
      assertThat(reader.readToEnd()).isEmpty();
      assertThat(data(event).get("after").asText()).matches("[0-9]+-[0-9]+");
    }
    awaitStreams(0);
  }

  @Test
  void there_are_only_so_many_streams() throws Exception {
    List<EventReader> readers = new ArrayList<>();
    for (int i = 0; i < MOST_STREAMS; i++) {
      readers.add(open(""));
      readers.get(i).await("hello");
    }
    assertThat(all.events.streams()).isEqualTo(MOST_STREAMS);
    try (EventReader tooMany = new EventReader(url(""))) {
      assertThat(tooMany.status()).isEqualTo(503);
      assertThat(tooMany.header("Retry-After")).contains("1");
      assertThat(tooMany.header("Content-Type")).contains("application/problem+json");
    }
    for (EventReader reader : readers) {
      reader.close();
    }
    awaitStreams(0);
    try (EventReader reader = open("")) {
      assertThat(reader.next().name()).isEqualTo("hello");
    }
  }

  @Test
  void streams_end_with_the_server() throws IOException, InterruptedException {
    Thread stopping = new Thread(server::close);
    try (EventReader reader = open("")) {
      reader.await("hello");
      stopping.start();
      assertThat(reader.readToEnd()).doesNotContain("lagged");
    }
    stopping.join(10_000);
    assertThat(stopping.isAlive()).isFalse();
    assertThat(all.events.streams()).isZero();
  }

  private void awaitStreams(int count) {
    RealTime.until(count + " streams", () -> all.events.streams() == count);
  }
}
