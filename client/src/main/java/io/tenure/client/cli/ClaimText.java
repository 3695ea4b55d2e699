package io.tenure.client.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;

/** Shows claims to people. */
final class ClaimText {

  private static final int DATA_WIDTH = 60;

  private ClaimText() {}

  /** One claim, a line for each of its properties. */
  static void print(JsonNode claim, PrintWriter out, Terminal terminal) {
    String status = claim.path("status").asText();
    line(out, "claim", claim.path("id").asText());
    line(out, "resource", claim.path("resource").asText());
    out.println("status         " + terminal.status(status, status));
    line(out, "fencing token", value(claim, "fencing_token"));
    line(out, "ttl left", duration(claim, "ttl"));
    line(out, "queue position", value(claim, "queue_position"));
    line(out, "active for", duration(claim, "active_duration"));
    line(out, "waited", duration(claim, "waiting_duration"));
    for (JsonNode change : claim.path("status_history")) {
      line(out, change.path("status").asText(), time(change.path("timestamp").asText()));
    }
    if (!claim.path("user_data").isNull()) {
      line(out, "user data", claim.path("user_data").toString());
    }
    out.flush();
  }

  static Table table() {
    return new Table("CLAIM", "RESOURCE", "STATUS", "TOKEN", "TTL LEFT", "POSITION", "CREATED");
  }

  static void add(JsonNode claim, Table table) {
    table.add(
        claim.path("id").asText(),
        claim.path("resource").asText(),
        claim.path("status").asText(),
        value(claim, "fencing_token"),
        duration(claim, "ttl"),
        value(claim, "queue_position"),
        time(claim.path("created").asText()));
  }

  /** A number or text of a JSON object; a hyphen if there is none. */
  static String value(JsonNode json, String key) {
    JsonNode value = json.path(key);
    return value.isNull() || value.isMissingNode() ? "-" : value.asText();
  }

  static String duration(JsonNode json, String key) {
    JsonNode value = json.path(key);
    return value.isNumber() ? SecondsOption.text(value.asDouble()) : "-";
  }

  static String data(JsonNode json) {
    JsonNode data = json.path("user_data");
    return data.isNull() || data.isMissingNode() ? "-" : Table.cut(data.toString(), DATA_WIDTH);
  }

  /** A time of the wire to the second: {@code 2026-11-16 00:11:35Z}. */
  static String time(String rfc3339) {
    return rfc3339.length() > 19
        ? rfc3339.substring(0, 10) + " " + rfc3339.substring(11, 19) + "Z"
        : rfc3339;
  }

  private static void line(PrintWriter out, String name, String value) {
    if (!value.equals("-")) {
      out.println(String.format("%-14s ", name) + Terminal.printable(value));
    }
  }
}
