package io.tenure.chaos.workload;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tenure.chaos.history.NodeState;
import io.tenure.chaos.workload.HttpWire.Ask;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Asks the nodes how far they are, until all are equally far. */
final class FinalStates {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration ANSWER = Duration.ofSeconds(3);
  private static final long POLL_MILLIS = 50;

  private final Endpoints endpoints;

  FinalStates(Endpoints endpoints) {
    this.endpoints = endpoints;
  }

  /** Any node tells of all; ask one after the other, in case some do not answer. */
  List<NodeState> await(Duration patience) {
    long until = System.nanoTime() + patience.toNanos();
    List<NodeState> states = List.of();
    try (HttpWire wire = new HttpWire(endpoints)) {
      for (int i = 0; !isSettled(states) && System.nanoTime() - until < 0; i++) {
        List<Endpoint> nodes = endpoints.nodes();
        List<NodeState> told = ask(wire, nodes.get(i % nodes.size()));
        states = told.isEmpty() ? states : told;
        TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    return states;
  }

  /** Equally far; if their digests differ then, more patience would not help. */
  private static boolean isSettled(List<NodeState> states) {
    return !states.isEmpty()
        && states.stream().allMatch(NodeState::answered)
        && states.stream().map(NodeState::appliedIndex).distinct().count() == 1;
  }

  private static List<NodeState> ask(HttpWire wire, Endpoint node) {
    try {
      HttpWire.Reply reply = wire.send(node, Ask.of("GET", "/v1/cluster", ""), ANSWER);
      return reply.status() == 200 ? read(reply.text()) : List.of();
    } catch (IOException silent) {
      return List.of();
    }
  }

  static List<NodeState> read(String text) throws JsonProcessingException {
    TreeMap<String, NodeState> states = new TreeMap<>();
    for (JsonNode member : JSON.readTree(text).path("members")) {
      String id = member.path("id").asText();
      long applied = member.path("applied_index").asLong();
      states.put(id, new NodeState(id, applied, member.path("state_hash").asText("")));
    }
    return new ArrayList<>(states.values());
  }
}
