package io.tenure.client;

import java.util.Optional;

/**
 * Who holds a resource, as the cluster tells those who wait for it.
 *
 * @param claim the id of its claim
 * @param name if it has one; claims have none
 */
public record Holder(long claim, Optional<String> name) {

  @Override
  public String toString() {
    return name.map(text -> text + " (claim " + claim + ")").orElse("claim " + claim);
  }
}
