package io.tenure.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which events of the cluster to hear.
 *
 * @param include further kinds, such as {@code filed} and {@code renewed}
 * @param after the id of the last event that is known already
 */
public record EventSubscription(
    List<String> resources, List<String> prefixes, List<String> include, Optional<String> after) {

  public static final EventSubscription ALL =
      new EventSubscription(List.of(), List.of(), List.of(), Optional.empty());

  public EventSubscription {
    resources = List.copyOf(resources);
    prefixes = List.copyOf(prefixes);
    include = List.copyOf(include);
  }

  public EventSubscription withResource(String name) {
    return new EventSubscription(plus(resources, name), prefixes, include, after);
  }

  public EventSubscription withPrefix(String prefix) {
    return new EventSubscription(resources, plus(prefixes, prefix), include, after);
  }

  public EventSubscription including(String kind) {
    return new EventSubscription(resources, prefixes, plus(include, kind), after);
  }

  public EventSubscription after(String id) {
    return new EventSubscription(resources, prefixes, include, Optional.of(id));
  }

  private static List<String> plus(List<String> list, String more) {
    List<String> longer = new ArrayList<>(list);
    longer.add(more);
    return longer;
  }
}
