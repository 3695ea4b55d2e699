package io.tenure.gateway.admin;

import io.tenure.gateway.json.JsonText;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes a {@link ClusterStatus}. Every member has every key; what is not known is null. */
final class ClusterJson {

  private ClusterJson() {}

  static byte[] write(ClusterStatus status) {
    JsonText json = JsonText.start();
    json.ascii("{\"cluster\":").string(status.cluster());
    json.ascii(",\"node\":").string(status.node());
    json.ascii(",\"version\":").string(status.version());
    json.ascii(",\"leader\":");
    writeText(json, status.leader());
    json.ascii(",\"term\":").integer(status.term());
    json.ascii(",\"cluster_time_micros\":").integer(status.clusterTimeMicros());
    json.ascii(",\"level\":").integer(status.level());
    json.ascii(",\"members\":[");
    String separator = "";
    for (ClusterStatus.Member member : status.members()) {
      writeMember(json.ascii(separator), member);
      separator = ",";
    }
    return json.ascii("]}").toBytes();
  }

  private static void writeMember(JsonText json, ClusterStatus.Member member) {
    json.ascii("{\"id\":").string(member.id());
    json.ascii(",\"raft_address\":").string(member.raftAddress());
    json.ascii(",\"http_url\":").string(member.httpUrl());
    json.ascii(",\"role\":").string(member.role().name().toLowerCase(Locale.ROOT));
    ClusterStatus.State state = member.state();
    if (state == null) {
      json.ascii(
          ",\"term\":null,\"applied_index\":null,\"committed_index\":null,\"lag\":null,"
              + "\"version\":null,\"newest_level\":null,\"state_hash\":null,"
              + "\"hash_checkpoints\":{}}");
    } else {
      writeState(json, state);
    }
  }

  private static void writeState(JsonText json, ClusterStatus.State state) {
    json.ascii(",\"term\":").integer(state.term());
    json.ascii(",\"applied_index\":").integer(state.appliedIndex());
    json.ascii(",\"committed_index\":").integer(state.committedIndex());
    json.ascii(",\"lag\":").integer(state.lag());
    json.ascii(",\"version\":").string(state.version());
    json.ascii(",\"newest_level\":").integer(state.newestLevel());
    json.ascii(",\"state_hash\":").string(state.stateHash());
    json.ascii(",\"hash_checkpoints\":{");
    String separator = "\"";
    for (Map.Entry<Long, String> hash : state.hashCheckpoints().entrySet()) {
      json.ascii(separator).integer(hash.getKey()).ascii("\":").string(hash.getValue());
      separator = ",\"";
    }
    json.ascii("}}");
  }

  private static void writeText(JsonText json, @Nullable String text) {
    if (text == null) {
      json.ascii("null");
    } else {
      json.string(text);
    }
  }
}
