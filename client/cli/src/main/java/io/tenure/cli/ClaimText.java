package io.tenure.cli;

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
    if (!claim.path("user_data").isNull()) {
      line(out, "who", who(claim));
    }
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
    return new Table("CLAIM", "RESOURCE", "STATUS", "TTL LEFT", "POSITION", "CREATED", "WHO");
  }

  static void add(JsonNode claim, Table table) {
    table.add(
        claim.path("id").asText(),
        claim.path("resource").asText(),
        claim.path("status").asText(),
        duration(claim, "ttl"),
        value(claim, "queue_position"),
        time(claim.path("created").asText()),
        who(claim));
  }

  static Table wideTable() {
    return new Table(
        "CLAIM",
        "RESOURCE",
        "STATUS",
        "TOKEN",
        "TTL LEFT",
        "POSITION",
        "CREATED",
        "WAITED",
        "ACTIVE",
        "USER DATA");
  }

  static void addWide(JsonNode claim, Table table) {
    table.add(
        claim.path("id").asText(),
        claim.path("resource").asText(),
        claim.path("status").asText(),
        value(claim, "fencing_token"),
        duration(claim, "ttl"),
        value(claim, "queue_position"),
        time(claim.path("created").asText()),
        duration(claim, "waiting_duration"),
        duration(claim, "active_duration"),
        claim.path("user_data").isNull() ? "-" : claim.path("user_data").toString());
  }

  /** Who filed a claim, as far as its owner or its user data tell. */
  static String who(JsonNode claim) {
    String owner = claim.path("owner").asText("");
    JsonNode data = claim.path("user_data");
    if (!owner.isEmpty() && !claim.path("owner").isNull()) {
      return owner;
    }
    if (data.path("owner").isTextual()) {
      return data.path("owner").asText();
    }
    if (!data.path("host").isTextual()) {
      return data(claim);
    }
    String command = data.path("command").asText("");
    String pid = data.path("pid").asText("");
    return (command.isEmpty() ? "" : command + " on ")
        + data.path("host").asText()
        + (pid.isEmpty() ? "" : ", pid " + pid);
  }

  /** A number or text of a JSON object; a hyphen if there is none. */
  static String value(JsonNode json, String key) {
    JsonNode value = json.path(key);
    return value.isNull() || value.isMissingNode() ? "-" : value.asText();
  }

  static String duration(JsonNode json, String key) {
    JsonNode value = json.path(key);
    return value.isNumber() ? DurationText.text(value.asDouble()) : "-";
  }

  private static String data(JsonNode json) {
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
