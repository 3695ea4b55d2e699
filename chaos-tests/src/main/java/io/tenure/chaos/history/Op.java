package io.tenure.chaos.history;

import java.util.Map;

/**
 * One line of a history: the beginning or the end of an operation.
 *
 * @param id the same for the beginning and the end of one operation, and of no other
 * @param process the client that did it; a client does one operation at a time
 * @param key what it was about; operations on different keys do not touch each other
 * @param nanos when, by the harness's clock
 * @param fields what was asked (at the beginning) or answered (at the end): strings, numbers,
 *     booleans, and lists of such maps; {@link Field} has their names
 */
public record Op(
    long id,
    int process,
    String workload,
    String key,
    String action,
    Phase phase,
    long nanos,
    Map<String, Object> fields) {

  public Op {
    fields = Map.copyOf(fields);
  }

  /** The end of this operation. */
  Op ended(Phase how, long when, Map<String, Object> answer) {
    return new Op(id, process, workload, key, action, how, when, answer);
  }
}
