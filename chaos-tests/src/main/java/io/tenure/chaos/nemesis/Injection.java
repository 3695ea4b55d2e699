package io.tenure.chaos.nemesis;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;

/** A fault that has begun, and how to take it back. */
public final class Injection {

  private final String target;
  private final String detail;
  private final Set<String> cutOff;
  private final boolean quorum;
  private final Runnable heal;
  private final AtomicBoolean healed = new AtomicBoolean();

  private Injection(
      String target, String detail, Set<String> cutOff, boolean quorum, Runnable heal) {
    this.target = target;
    this.detail = detail;
    this.cutOff = Set.copyOf(cutOff);
    this.quorum = quorum;
    this.heal = heal;
  }

  /** One of which nothing is known but that it happens. */
  static Injection of(String target, String detail, Runnable heal) {
    return new Injection(target, detail, Set.of(), false, heal);
  }

  /** Says that these nodes run and are reached by clients, but do not reach a majority. */
  Injection cuttingOff(Collection<String> nodes) {
    return new Injection(target, detail, new TreeSet<>(nodes), quorum, heal);
  }

  /** Says whether a majority of the nodes runs and reaches each other all the while. */
  Injection withQuorum(boolean majorityServes) {
    return new Injection(target, detail, cutOff, majorityServes, heal);
  }

  /** Several at once; the last that began heals first. */
  static Injection all(List<Injection> parts) {
    Runnable heal =
        () -> {
          for (int i = parts.size() - 1; i >= 0; i--) {
            parts.get(i).heal();
          }
        };
    String targets = String.join(" + ", parts.stream().map(Injection::target).toList());
    String details = String.join(" + ", parts.stream().map(Injection::detail).toList());
    return of(targets, details, heal);
  }

  /** Who suffers: node ids, or groups of them, for people to read. */
  public String target() {
    return target;
  }

  /** What exactly was done, such as the size of a delay. */
  public String detail() {
    return detail;
  }

  /** Nodes that run and are reached by clients, but surely do not reach a majority. */
  public Set<String> cutOff() {
    return cutOff;
  }

  /** Whether a majority of the nodes surely runs and reaches each other all the while. */
  public boolean quorum() {
    return quorum;
  }

  /** Takes it back; a second call does nothing. */
  public void heal() {
    if (healed.compareAndSet(false, true)) {
      heal.run();
    }
  }
}
