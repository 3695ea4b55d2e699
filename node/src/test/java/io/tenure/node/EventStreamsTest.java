package io.tenure.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tenure.gateway.AllDialects;
import io.tenure.gateway.Answer;
import io.tenure.gateway.EventReader;
import io.tenure.gateway.EventReader.Event;
import io.tenure.gateway.WireOverHttp;
import io.tenure.gateway.WireTable;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Streams of events on a real cluster. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(120)
class EventStreamsTest {

  @TempDir Path directory;
  private final Map<String, WireOverHttp> wires = new HashMap<>();
  private TestNodes nodes;

  @BeforeEach
  void start() throws Exception {
    nodes = new TestNodes(directory, 3);
    nodes.awaitLeader();
  }

  @AfterEach
  void stop() {
    nodes.close();
  }

  private EventReader open(int node, String query, String... headers) throws IOException {
    EventReader reader = new EventReader(nodes.url(node) + "/v1/events" + query, headers);
    assertThat(reader.status()).isEqualTo(200);
    assertThat(reader.next().name()).isEqualTo("hello");
    return reader;
  }

  private Answer send(int node, String method, String path, String body) {
    WireOverHttp wire = wires.computeIfAbsent(nodes.url(node), WireOverHttp::new);
    return wire.exchange(new WireTable.Request(method, path, List.of(), body));
  }

  private long file(int node, String resource, String data) {
    String body =
        "{\"resource\": \"" + resource + "\", \"ttl\": 60, \"user_data\": \"" + data + "\"}";
    Answer answer = send(node, "POST", "/v1/claims/", body);
    assertThat(answer.status()).isIn(201, 202);
    return AllDialects.json(answer).get("id").longValue();
  }

  private void release(int node, long id) {
    Answer answer = send(node, "PATCH", "/v1/claims/" + id, "{\"status\": \"released\"}");
    assertThat(answer.status()).isEqualTo(204);
  }

  /** The events of claims up to the end of one on this resource; there must be no gap. */
  private static List<Event> until(EventReader reader, String resource) throws IOException {
    List<Event> events = new ArrayList<>();
    for (Event event = reader.next(); ; event = reader.next()) {
      JsonNode data = AllDialects.json(event.data());
      if (data.has("claim")) {
        events.add(event);
      } else {
        assertThat(event.name()).isIn("leader", "leaderless");
      }
      if (event.name().equals("ended") && data.get("resource").asText().equals(resource)) {
        return events;
      }
    }
  }

  @Test
  void a_client_resumes_on_another_node_without_a_gap_or_a_repetition() throws IOException {
    List<Event> whole;
    List<Event> parts = new ArrayList<>();
    try (EventReader steady = open(0, "?include=filed,renewed")) {
      String last;
      try (EventReader first = open(1, "?include=filed,renewed")) {
        for (int i = 0; i < 30; i++) {
          release(i % 3, file(i % 3, "a" + i, "x"));
        }
        parts.addAll(until(first, "a14")); // and no more: the rest is read from other nodes
        last = first.lastId();
      }
      try (EventReader second = open(2, "?include=filed,renewed", "Last-Event-ID: " + last)) {
        parts.addAll(until(second, "a20"));
        last = second.lastId();
      }
      for (int i = 30; i < 40; i++) {
        release(0, file(0, "a" + i, "x"));
      }
      String query = "?include=filed,renewed&last_event_id=" + last;
      try (EventReader third = open(0, query)) {
        parts.addAll(until(third, "a39"));
      }
      whole = until(steady, "a39");
    }
    assertThat(parts).isEqualTo(whole);
    assertThat(whole).hasSize(120).doesNotHaveDuplicates();
  }

  @Test
  void a_restarted_node_says_what_it_has_forgotten() throws IOException {
    int leader = nodes.awaitLeader();
    int node = (leader + 1) % 3;
    String last;
    try (EventReader reader = open(node, "")) {
      release(leader, file(leader, "a", "x"));
      until(reader, "a");
      last = reader.lastId();
      release(leader, file(leader, "b", "x"));
      nodes.stop(node);
      assertThat(reader.readToEnd()).doesNotContain("lagged");
    }
    nodes.restart(node);
    try (EventReader reader = open(node, "", "Last-Event-ID: " + last);
        EventReader elsewhere = open(leader, "", "Last-Event-ID: " + last)) {
      Event gap = reader.await("gap");
      assertThat(AllDialects.json(gap.data()).get("after").asText()).isEqualTo(last);
      release(leader, file(leader, "c", "x"));
      assertThat(until(reader, "c")).hasSize(2);
      assertThat(until(elsewhere, "c")).hasSize(4);
    }
  }

  @Test
  void a_slow_reader_is_told_and_closed_while_the_node_goes_on() throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4096);
    String url = nodes.url(0) + "/v1/events?include=renewed";
    long id = file(0, "x".repeat(900), "y".repeat(4_000));
    String thousandTimes = ("," + id).repeat(1_000).substring(1);
    String renewals = "{\"ttl\": 60, \"claims\": [" + thousandTimes + "]}";
    try (EventReader slow = new EventReader(socket, url, "HTTP/1.1");
        EventReader quick = open(0, "?prefix=quick")) {
      assertThat(slow.next().name()).isEqualTo("hello");
      for (int i = 0; !metric(0, "tenure_events_streams_lagged_total").equals("1.0"); i++) {
        assertThat(send(0, "POST", "/v1/renewals", renewals).status()).isEqualTo(200);
        assertThat(i).isLessThan(200);
      }
      release(0, file(0, "quick", "x"));
      assertThat(until(quick, "quick")).hasSize(2);
      Event event = slow.next();
      while (!event.name().equals("lagged")) {
        event = slow.next();
      }
      assertThat(slow.readToEnd()).isEmpty();
      TestNodes.await(() -> metric(0, "tenure_events_streams").equals("1.0"));
    }
    TestNodes.await(() -> metric(0, "tenure_events_streams").equals("0.0"));
  }

  @Test
  void the_loss_of_the_leader_is_told() throws IOException {
    int leader = nodes.awaitLeader();
    int node = (leader + 1) % 3;
    int third = (leader + 2) % 3;
    try (EventReader reader = open(node, "")) {
      nodes.stop(third);
      nodes.stop(leader);
      Event event = reader.await("leaderless");
      assertThat(event.data()).isEqualTo("{\"event\":\"leaderless\"}");
      nodes.restart(third);
      assertThat(reader.await("leader").name()).isEqualTo("leader");
      release(node, file(third, "after", "x"));
      assertThat(until(reader, "after")).hasSize(2);
    }
  }

  private String metric(int node, String name) {
    String text = new String(send(node, "GET", "/metrics", "").body(), StandardCharsets.UTF_8);
    return text.lines()
        .filter(line -> line.startsWith(name + " "))
        .map(line -> line.substring(name.length() + 1))
        .findFirst()
        .orElse("");
  }
}
