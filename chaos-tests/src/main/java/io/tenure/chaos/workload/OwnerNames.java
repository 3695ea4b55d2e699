package io.tenure.chaos.workload;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The names by which clients lock where a name is all the proof. A release that was not answered
 * may be carried out later, and would end whatever its owner has locked since; so whoever was not
 * told goes on under a new name.
 */
final class OwnerNames {

  private final Map<Integer, Integer> unanswered = new ConcurrentHashMap<>();

  String of(int process) {
    int count = unanswered.getOrDefault(process, 0);
    return "client-" + process + (count == 0 ? "" : "." + count);
  }

  void change(int process) {
    unanswered.merge(process, 1, Integer::sum);
  }
}
