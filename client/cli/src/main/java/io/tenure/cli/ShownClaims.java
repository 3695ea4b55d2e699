package io.tenure.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Of all claims that come along, the first so many in an order. Keeps not much more than those. */
final class ShownClaims {

  private static final int SLACK = 1000;

  private final ListOrder order;
  private final String prefix;
  private final int limit;
  private List<JsonNode> kept = new ArrayList<>();
  private boolean more;

  ShownClaims(ListOrder order, String prefix, int limit) {
    this.order = order;
    this.prefix = prefix;
    this.limit = limit;
  }

  void add(JsonNode claim) {
    if (claim.path("resource").asText().startsWith(prefix)) {
      kept.add(claim);
      if (kept.size() >= limit + SLACK) {
        trim();
      }
    }
  }

  /** Whether nothing that follows can be shown: the cluster tells the oldest first. */
  boolean isComplete() {
    return order == ListOrder.oldest && kept.size() >= limit;
  }

  /** Whether some were left out. */
  boolean hasMore() {
    return more || kept.size() > limit;
  }

  List<JsonNode> inOrder() {
    trim();
    return List.copyOf(kept);
  }

  private void trim() {
    kept.sort(order.comparator());
    if (kept.size() > limit) {
      more = true;
      kept = new ArrayList<>(kept.subList(0, limit));
    }
  }
}
