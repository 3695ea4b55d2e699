package io.tenure.gateway.admin;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes a {@link ClusterStatus}. Every member has every key; what is not known is null. */
final class ClusterJson {

  private static final JsonFactory JSON = new JsonFactory();

  private ClusterJson() {}

  static byte[] write(ClusterStatus status) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      json.writeStartObject();
      json.writeStringField("cluster", status.cluster());
      json.writeStringField("node", status.node());
      json.writeStringField("version", status.version());
      json.writeStringField("leader", status.leader());
      json.writeNumberField("term", status.term());
      json.writeNumberField("cluster_time_micros", status.clusterTimeMicros());
      json.writeNumberField("level", status.level());
      json.writeArrayFieldStart("members");
      for (ClusterStatus.Member member : status.members()) {
        writeMember(member, json);
      }
      json.writeEndArray();
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void writeMember(ClusterStatus.Member member, JsonGenerator json)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("id", member.id());
    json.writeStringField("raft_address", member.raftAddress());
    json.writeStringField("http_url", member.httpUrl());
    json.writeStringField("role", member.role().name().toLowerCase(Locale.ROOT));
    ClusterStatus.State state = member.state();
    writeNumber("term", state == null ? null : state.term(), json);
    writeNumber("applied_index", state == null ? null : state.appliedIndex(), json);
    writeNumber("committed_index", state == null ? null : state.committedIndex(), json);
    writeNumber("lag", state == null ? null : state.lag(), json);
    json.writeStringField("version", state == null ? null : state.version());
    writeNumber("newest_level", state == null ? null : (long) state.newestLevel(), json);
    json.writeStringField("state_hash", state == null ? null : state.stateHash());
    json.writeObjectFieldStart("hash_checkpoints");
    if (state != null) {
      for (Map.Entry<Long, String> hash : state.hashCheckpoints().entrySet()) {
        json.writeStringField(hash.getKey().toString(), hash.getValue());
      }
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private static void writeNumber(String name, @Nullable Long value, JsonGenerator json)
      throws IOException {
    if (value == null) {
      json.writeNullField(name);
    } else {
      json.writeNumberField(name, value);
    }
  }
}
