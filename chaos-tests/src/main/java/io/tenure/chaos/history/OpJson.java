package io.tenure.chaos.history;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * One {@link Op} as one line of JSON. The end of an operation does not repeat what its beginning
 * said: it has id, phase, time and fields only.
 */
final class OpJson {

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.USE_LONG_FOR_INTS);
  private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

  private OpJson() {}

  static String write(Op op) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("id", op.id());
    line.put("phase", op.phase().name().toLowerCase(Locale.ROOT));
    line.put("nanos", op.nanos());
    if (op.phase() == Phase.INVOKE) {
      line.put("process", op.process());
      line.put("workload", op.workload());
      line.put("key", op.key());
      line.put("action", op.action());
    }
    if (!op.fields().isEmpty()) {
      line.put("fields", new TreeMap<>(op.fields()));
    }
    try {
      return JSON.writeValueAsString(line);
    } catch (JsonProcessingException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /**
   * Reads a line.
   *
   * @param begun the operations that began on earlier lines, by id
   */
  static Op read(String text, Map<Long, Op> begun) throws JsonProcessingException {
    Map<String, Object> line = JSON.readValue(text, OBJECT);
    long id = number(line, "id");
    Phase phase = Phase.valueOf(text(line, "phase").toUpperCase(Locale.ROOT));
    long nanos = number(line, "nanos");
    Map<String, Object> fields = fields(line);
    if (phase == Phase.INVOKE) {
      int process = (int) number(line, "process");
      String workload = text(line, "workload");
      String key = text(line, "key");
      return new Op(id, process, workload, key, text(line, "action"), phase, nanos, fields);
    }
    Op start = begun.get(id);
    if (start == null) {
      throw new IllegalArgumentException("an operation ends that never began: " + text);
    }
    return start.ended(phase, nanos, fields);
  }

  private static long number(Map<String, Object> line, String name) {
    if (line.get(name) instanceof Number number) {
      return number.longValue();
    }
    throw new IllegalArgumentException("not a line of a history, for want of " + name);
  }

  private static String text(Map<String, Object> line, String name) {
    if (line.get(name) instanceof String text) {
      return text;
    }
    throw new IllegalArgumentException("not a line of a history, for want of " + name);
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> fields(Map<String, Object> line) {
    return line.get("fields") instanceof Map<?, ?> fields ? (Map<String, Object>) fields : Map.of();
  }
}
