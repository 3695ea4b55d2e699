package io.tenure.chaos.history;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * One {@link Op} as one line of JSON. The end of an operation does not repeat what its beginning
 * said: it has id, phase, time and fields only.
 */
final class OpJson {

  private static final int MOST_WORDS = 100_000;

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.USE_LONG_FOR_INTS);
  private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

  /** Words that come again and again, each kept once: a long run has millions of fields. */
  private final Map<String, String> words = new HashMap<>();

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
  Op read(String text, Map<Long, Op> begun) throws JsonProcessingException {
    Map<String, Object> line = JSON.readValue(text, OBJECT);
    long id = number(line, "id");
    Phase phase = Phase.valueOf(text(line, "phase").toUpperCase(Locale.ROOT));
    long nanos = number(line, "nanos");
    Map<String, Object> fields = fields(line);
    if (phase == Phase.INVOKE) {
      int process = (int) number(line, "process");
      String workload = once(text(line, "workload"));
      String key = once(text(line, "key"));
      String action = once(text(line, "action"));
      return new Op(id, process, workload, key, action, phase, nanos, fields);
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
  private Map<String, Object> fields(Map<String, Object> line) {
    if (!(line.get("fields") instanceof Map<?, ?> fields)) {
      return Map.of();
    }
    Map<String, Object> kept = (Map<String, Object>) fields;
    kept.replaceAll((name, value) -> value instanceof String text ? once(text) : value);
    return kept;
  }

  private String once(String text) {
    if (words.size() >= MOST_WORDS) {
      words.clear();
    }
    String known = words.putIfAbsent(text, text);
    return known == null ? text : known;
  }
}
