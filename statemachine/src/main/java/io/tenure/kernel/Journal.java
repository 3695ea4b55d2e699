package io.tenure.kernel;

import java.util.ArrayList;
import java.util.List;

/** What one log entry leads to: each event is applied to the table at once, and kept. */
final class Journal {

  private final LeaseTable table;
  private final List<Event> events;

  Journal(LeaseTable table, int usualSize) {
    this.table = table;
    events = new ArrayList<>(usualSize);
  }

  LeaseTable table() {
    return table;
  }

  List<Event> events() {
    return events;
  }

  void emit(Event event) {
    table.apply(event);
    events.add(event);
  }
}
