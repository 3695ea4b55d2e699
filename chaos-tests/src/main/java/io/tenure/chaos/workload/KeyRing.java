package io.tenure.chaos.workload;

import io.tenure.chaos.workload.Client.Subject;
import java.util.ArrayList;
import java.util.List;

/**
 * The keys of one workload. Each slot has one key at a time, and gets a new one after some use, so
 * that the history of every key stays short enough to be judged. Thread-safe.
 */
final class KeyRing {

  /** How often a key is handed out; each time it is used for a handful of operations. */
  private static final int USES = 60;

  private final String workload;
  private final String prefix;
  private final int uses;
  private final List<Slot> slots = new ArrayList<>();
  private final List<Subject> all = new ArrayList<>();

  KeyRing(String workload, Load load) {
    this(workload, load, USES);
  }

  KeyRing(String workload, Load load, int uses) {
    this.workload = workload;
    this.prefix = load.prefix();
    this.uses = uses;
    for (int i = 0; i < load.keys(); i++) {
      slots.add(new Slot(i));
    }
  }

  /** The key that the slot uses now. */
  synchronized Subject use(int slot) {
    return slots.get(slot).use();
  }

  /** Counts as much use: a key with many unknown outcomes is the hardest to judge. */
  synchronized void unknown(Subject subject) {
    for (Slot slot : slots) {
      if (slot.current.equals(subject)) {
        slot.used += uses / 10 + 1;
      }
    }
  }

  /** Is not handed out again. */
  synchronized void abandon(Subject subject) {
    for (Slot slot : slots) {
      if (slot.current.equals(subject)) {
        slot.used = uses;
      }
    }
  }

  /** All keys that were ever used. */
  synchronized List<Subject> all() {
    return List.copyOf(all);
  }

  private final class Slot {

    private final int number;
    private int generation;
    private int used;
    private Subject current;

    Slot(int number) {
      this.number = number;
      this.current = name(0);
    }

    Subject use() {
      if (used == 0) {
        all.add(current);
      } else if (used >= uses) {
        generation++;
        used = 0;
        current = name(generation);
        all.add(current);
      }
      used++;
      return current;
    }

    private Subject name(int generation) {
      return new Subject(workload, prefix + "." + workload + "." + number + "." + generation);
    }
  }
}
