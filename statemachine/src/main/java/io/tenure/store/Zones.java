package io.tenure.store;

import io.tenure.codec.ByteWriter;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;

/** All zones as the writer knows them. Readers take theirs from the database. */
final class Zones {

  private static final int USUAL_SIZE = 1024;

  private final Map<Long, Zone> zones = new HashMap<>();
  private final TreeSet<Long> changed = new TreeSet<>();
  private final ByteWriter scratch = new ByteWriter(USUAL_SIZE);

  static Zones read(Database database) {
    Zones zones = new Zones();
    try (Walk walk = database.walk(Family.ZONES)) {
      for (walk.toFirst(); walk.isThere(); walk.forth()) {
        zones.zones.put(RecordKeys.number(walk.key()), Zone.decode(walk.value()));
      }
    }
    return zones;
  }

  void add(End end, long createdMicros) {
    long number = Zone.numberOf(end.id().value());
    zones
        .computeIfAbsent(number, key -> new Zone())
        .add(end.id().value(), end.status(), createdMicros);
    changed.add(number);
  }

  void remove(End end) {
    long number = Zone.numberOf(end.id().value());
    Zone zone = zones.get(number);
    if (zone == null) {
      throw new StoreException("corrupt zones: none for " + end.id());
    }
    zone.remove(end.id().value(), end.status());
    // A new zone forgets the times of creation of those that are gone.
    if (zone.isEmpty()) {
      zones.remove(number);
    }
    changed.add(number);
  }

  void writeChanges(RecordBatch batch) {
    for (long number : changed) {
      Zone zone = zones.get(number);
      if (zone == null) {
        batch.delete(Family.ZONES, number);
      } else {
        scratch.clear();
        zone.encode(scratch);
        batch.put(Family.ZONES, number, scratch);
      }
    }
    changed.clear();
  }
}
