package io.tenure.cli;

import java.util.Iterator;
import java.util.List;

/** The events that are told only to who asks for them, for completion. */
final class EventKinds implements Iterable<String> {

  @Override
  public Iterator<String> iterator() {
    return List.of("filed", "renewed").iterator();
  }
}
