package io.tenure.kernel;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** How many live claims there are in each namespace that has any. */
final class NamespaceCounts {

  private final Map<String, Integer> liveByNamespace = new TreeMap<>();

  int live(String namespace) {
    return liveByNamespace.getOrDefault(namespace, 0);
  }

  void add(Claim claim) {
    if (!claim.namespace().isEmpty()) {
      liveByNamespace.merge(claim.namespace(), 1, Integer::sum);
    }
  }

  void remove(Claim claim) {
    liveByNamespace.computeIfPresent(
        claim.namespace(), (key, count) -> count == 1 ? null : count - 1);
  }

  Map<String, Integer> all() {
    return Collections.unmodifiableMap(liveByNamespace);
  }
}
