package io.tenure.chaos.checker;

import io.tenure.chaos.history.FaultSpan;
import io.tenure.chaos.history.Field;
import io.tenure.chaos.history.History;
import io.tenure.chaos.history.NodeState;
import io.tenure.chaos.history.Op;
import io.tenure.chaos.history.Phase;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Histories by hand; all times are milliseconds. */
final class Story {

  private final List<Op> ops = new ArrayList<>();
  private final List<FaultSpan> faults = new ArrayList<>();
  private final List<NodeState> states = new ArrayList<>();
  private String workload = "exclusive";
  private long lastId;

  Story workload(String name) {
    workload = name;
    return this;
  }

  /** An operation that begins now and ends as the returned builder is told. */
  Draft op(int process, String key, String action) {
    return new Draft(process, key, action);
  }

  Story fault(FaultSpan fault) {
    faults.add(fault);
    return this;
  }

  Story state(String node, long applied, String digest) {
    states.add(new NodeState(node, applied, digest));
    return this;
  }

  History history() {
    List<Op> inOrder = new ArrayList<>(ops);
    inOrder.sort(Comparator.comparingLong(Op::nanos));
    return History.of(inOrder);
  }

  Evidence evidence() {
    return new Evidence(history(), faults, states, Tolerance.DEFAULT);
  }

  static long nanos(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }

  /** One operation under construction. */
  final class Draft {

    private final int process;
    private final String key;
    private final String action;
    private final Map<String, Object> asked = new HashMap<>();
    private long begin;
    private long end;

    Draft(int process, String key, String action) {
      this.process = process;
      this.key = key;
      this.action = action;
    }

    Draft at(long beginMillis, long endMillis) {
      begin = beginMillis;
      end = endMillis;
      return this;
    }

    Draft asks(Object... namesAndValues) {
      asked.putAll(map(namesAndValues));
      return this;
    }

    Story ok(String result, Object... namesAndValues) {
      return ok(result, map(namesAndValues));
    }

    Story ok(String result, Map<String, Object> fields) {
      Map<String, Object> answer = new HashMap<>(fields);
      answer.put(Field.RESULT, result);
      return ends(Phase.OK, answer);
    }

    Story unknown(Object... namesAndValues) {
      return ends(Phase.UNKNOWN, map(namesAndValues));
    }

    Story fail(Object... namesAndValues) {
      return ends(Phase.FAIL, map(namesAndValues));
    }

    private Story ends(Phase phase, Map<String, Object> answer) {
      long id = ++lastId;
      ops.add(new Op(id, process, workload, key, action, Phase.INVOKE, nanos(begin), asked));
      ops.add(new Op(id, process, workload, key, action, phase, nanos(end), answer));
      return Story.this;
    }
  }

  static Map<String, Object> map(Object... namesAndValues) {
    Map<String, Object> map = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      map.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return map;
  }
}
