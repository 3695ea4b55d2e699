package io.tenure.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/** The members of a cluster as {@code GET /v1/cluster} tells them. */
record MemberTable(JsonNode cluster) {

  void print(PrintWriter out, Terminal terminal) {
    Table table = new Table("NODE", "ROLE", "URL", "APPLIED", "LAG", "VERSION", "STATE");
    for (JsonNode member : cluster.path("members")) {
      table.add(
          ClaimText.value(member, "id"),
          ClaimText.value(member, "role"),
          ClaimText.value(member, "http_url"),
          ClaimText.value(member, "applied_index"),
          ClaimText.value(member, "lag"),
          ClaimText.value(member, "version"),
          ClaimText.value(member, "state_hash"));
    }
    table.print(out, terminal);
  }

  /** Whether two members have different hashes of the state after one and the same entry. */
  static boolean statesDiffer(JsonNode cluster) {
    Map<String, String> known = new HashMap<>();
    for (JsonNode member : cluster.path("members")) {
      JsonNode hashes = member.path("hash_checkpoints");
      for (Iterator<String> indexes = hashes.fieldNames(); indexes.hasNext(); ) {
        String index = indexes.next();
        String hash = hashes.path(index).asText();
        if (!hash.equals(known.getOrDefault(index, hash))) {
          return true;
        }
        known.put(index, hash);
      }
    }
    return false;
  }
}
