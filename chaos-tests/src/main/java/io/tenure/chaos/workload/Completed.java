package io.tenure.chaos.workload;

import io.tenure.chaos.history.Field;
import io.tenure.chaos.history.Phase;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/** How an operation ended: what is recorded of it, and what its client goes by. */
record Completed(Phase phase, Map<String, Object> fields) {

  Completed {
    fields = Map.copyOf(fields);
  }

  static Completed ok(String result) {
    return new Completed(Phase.OK, Map.of(Field.RESULT, result));
  }

  static Completed fail(String reason) {
    return new Completed(Phase.FAIL, Map.of(Field.REASON, reason));
  }

  static Completed unknown(String reason) {
    return new Completed(Phase.UNKNOWN, Map.of(Field.REASON, reason));
  }

  Completed with(String name, Object value) {
    Map<String, Object> more = new HashMap<>(fields);
    more.put(name, value);
    return new Completed(phase, more);
  }

  boolean isOk() {
    return phase == Phase.OK;
  }

  boolean is(String result) {
    return isOk() && result.equals(fields.get(Field.RESULT));
  }

  String text(String name) {
    Object value = fields.get(name);
    return value == null ? "" : value.toString();
  }

  OptionalLong number(String name) {
    return fields.get(name) instanceof Number number
        ? OptionalLong.of(number.longValue())
        : OptionalLong.empty();
  }
}
