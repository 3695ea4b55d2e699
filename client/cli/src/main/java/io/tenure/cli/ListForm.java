package io.tenure.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.List;

/** The forms of {@code tenure list}; the constants are the words of the option. */
enum ListForm {
  table,
  wide,
  name,
  json,
  jsonl;

  boolean isJson() {
    return this == json || this == jsonl;
  }

  void print(List<JsonNode> claims, ClientCommand command) {
    switch (this) {
      case json -> {
        ArrayNode array = Nodes.JSON.createArrayNode();
        claims.forEach(array::add);
        command.print(array);
      }
      case jsonl -> claims.forEach(command::print);
      case name -> {
        claims.forEach(claim -> command.out().println(claim.path("id").asText()));
        command.out().flush();
      }
      default -> printTable(claims, command);
    }
  }

  private void printTable(List<JsonNode> claims, ClientCommand command) {
    Table table = this == wide ? ClaimText.wideTable() : ClaimText.table();
    for (JsonNode claim : claims) {
      if (this == wide) {
        ClaimText.addWide(claim, table);
      } else {
        ClaimText.add(claim, table);
      }
    }
    if (!claims.isEmpty()) {
      table.print(command.out(), command.terminal());
    }
  }
}
