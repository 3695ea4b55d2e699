package io.tenure.chaos.workload;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tenure.chaos.history.Field;
import io.tenure.chaos.history.HarnessClock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes fields of the lines of a stream of server-sent events, for one operation. */
final class EventReader {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final HarnessClock clock;
  private final List<Map<String, Object>> messages = new ArrayList<>();
  private String id = "";
  private String event = "";
  private String data = "";
  private String start = "";
  private String last = "";
  private long startNanos;

  EventReader(HarnessClock clock) {
    this.clock = clock;
  }

  void line(String line) {
    if (line.isEmpty()) {
      dispatch();
    } else if (line.startsWith("id:")) {
      id = value(line);
    } else if (line.startsWith("event:")) {
      event = value(line);
    } else if (line.startsWith("data:")) {
      data = value(line);
    }
  }

  /** An id without an event moves the place to resume from just as well. */
  private void dispatch() {
    last = id;
    if (event.equals("hello")) {
      start = id;
      startNanos = clock.nanos();
    } else if (!event.isEmpty()) {
      messages.add(message());
    }
    event = "";
    data = "";
  }

  private Map<String, Object> message() {
    Map<String, Object> fields = new HashMap<>();
    fields.put(Field.EVENT, event);
    fields.put(Field.EVENT_ID, id);
    JsonNode json = json();
    put(fields, Field.RESOURCE, json.path("resource"));
    put(fields, Field.STATUS, json.path("status"));
    put(fields, Field.CLAIM, json.path("claim"));
    put(fields, Field.TOKEN, json.path("fencing_token"));
    put(fields, Field.AFTER, json.path("after"));
    put(fields, Field.UNTIL, json.path("until"));
    return Map.copyOf(fields);
  }

  private JsonNode json() {
    try {
      return JSON.readTree(data);
    } catch (JsonProcessingException notJson) {
      return JSON.createObjectNode();
    }
  }

  private static void put(Map<String, Object> fields, String name, JsonNode value) {
    if (value.isNumber()) {
      fields.put(name, value.asLong());
    } else if (value.isTextual()) {
      fields.put(name, value.asText());
    }
  }

  private static String value(String line) {
    return line.substring(line.indexOf(':') + 1).strip();
  }

  /** What is recorded; a stream that broke off before its first message told nothing. */
  Completed completed() {
    return start.isEmpty()
        ? Completed.fail("no message came")
        : Completed.ok(Field.Result.SEEN)
            .with(Field.STREAM_START, start)
            .with(Field.STREAM_NANOS, startNanos)
            .with(Field.STREAM_END, last)
            .with(Field.EVENTS, List.copyOf(messages));
  }
}
