package io.tenure.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tenure.client.ClusterEvent;

/** Prints events, a line for each. */
record EventPrinter(ClientCommand command) {

  void heading() {
    if (!command.json()) {
      String line = row("TIME", "EVENT", "CLAIM", "TOKEN", "RESOURCE");
      command.out().println(command.terminal().bold(line));
      command.out().flush();
    }
  }

  /** Whether it is one that tells of a claim. */
  static boolean isOfClaim(ClusterEvent event) {
    return event.data().has("claim");
  }

  void print(ClusterEvent event) {
    if (command.json()) {
      ObjectNode line = Nodes.JSON.createObjectNode();
      if (!event.id().isEmpty()) {
        line.put("id", event.id());
      }
      line.put("event", event.name());
      if (event.data() instanceof ObjectNode data) {
        line.setAll(data);
      }
      command.out().println(line);
    } else if (isOfClaim(event)) {
      JsonNode data = event.data();
      String ended = event.name().equals("ended") ? data.path("status").asText() : event.name();
      command
          .out()
          .println(
              row(
                  ClaimText.time(data.path("time").asText()),
                  ended,
                  ClaimText.value(data, "claim"),
                  ClaimText.value(data, "fencing_token"),
                  Terminal.printable(data.path("resource").asText())));
    } else if (event.name().equals("gap")) {
      command.err().println("tenure: gap: the nodes have forgotten events that came before these");
    } else if (!event.name().equals("hello")) {
      String data = Terminal.printable(event.data().toString());
      command.err().println("tenure: " + event.name() + ": " + data);
    }
    command.out().flush();
  }

  private String row(String time, String event, String claim, String token, String resource) {
    String start = String.format("%-20s  ", time);
    String middle = String.format("%9s  %9s  ", claim, token);
    int used = start.length() + 11 + middle.length();
    Terminal terminal = command.terminal();
    int room = Math.max(1, terminal.columns().orElse(Integer.MAX_VALUE) - used);
    String padded = String.format("%-9s", event);
    return start + terminal.status(padded, event) + "  " + middle + Table.cut(resource, room);
  }
}
