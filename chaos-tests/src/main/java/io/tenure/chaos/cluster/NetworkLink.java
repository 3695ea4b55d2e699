package io.tenure.chaos.cluster;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The way of packets from one node to another; the way back is another link. */
public record NetworkLink(String from, String to) {

  /**
   * The links between two groups, in both directions; a node that is in both needs none to itself.
   */
  public static List<NetworkLink> between(Collection<String> some, Collection<String> others) {
    List<NetworkLink> links = new ArrayList<>();
    for (String one : some) {
      for (String other : others) {
        if (!one.equals(other)) {
          links.add(new NetworkLink(one, other));
          links.add(new NetworkLink(other, one));
        }
      }
    }
    return links.stream().distinct().toList();
  }

  @Override
  public String toString() {
    return from + ">" + to;
  }
}
