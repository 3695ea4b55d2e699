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
  private final Effect effect;
  private final List<Injection> parts;
  private final Runnable heal;
  private final AtomicBoolean healed = new AtomicBoolean();

  /**
   * What is surely known of the nodes all the while; what is not known is left out.
   *
   * @param serving nodes that run, are reached by clients, and reach each other
   * @param cutOff nodes that run and are reached by clients, but do not reach a majority
   * @param quorum whether at every moment some majority runs and reaches each other
   * @param unnoticed whether clients cannot tell that anything happens
   */
  private record Effect(
      Set<String> serving, Set<String> cutOff, boolean quorum, boolean unnoticed) {

    private static final Effect UNKNOWN = new Effect(Set.of(), Set.of(), false, false);

    private Effect {
      serving = Set.copyOf(serving);
      cutOff = Set.copyOf(cutOff);
    }

    /** Only nodes of which every part says that they run can be said to serve or to be cut off. */
    private static Effect of(List<Effect> parts, int majority) {
      Set<String> serving = new TreeSet<>(parts.get(0).serving);
      Set<String> running = new TreeSet<>(parts.get(0).running());
      Set<String> cutOff = new TreeSet<>();
      for (Effect part : parts) {
        serving.retainAll(part.serving);
        running.retainAll(part.running());
        cutOff.addAll(part.cutOff);
      }
      cutOff.retainAll(running);
      boolean unnoticed = parts.stream().allMatch(part -> part.unnoticed);
      return new Effect(serving, cutOff, serving.size() >= majority, unnoticed);
    }

    private Set<String> running() {
      Set<String> all = new TreeSet<>(serving);
      all.addAll(cutOff);
      return all;
    }
  }

  private Injection(
      String target, String detail, Effect effect, List<Injection> parts, Runnable heal) {
    this.target = target;
    this.detail = detail;
    this.effect = effect;
    this.parts = List.copyOf(parts);
    this.heal = heal;
  }

  /** One of which nothing is known but that it happens. */
  static Injection of(String target, String detail, Runnable heal) {
    return new Injection(target, detail, Effect.UNKNOWN, List.of(), heal);
  }

  /** Says that these nodes run and are reached by clients, but do not reach a majority. */
  Injection cuttingOff(Collection<String> nodes) {
    return with(new Effect(effect.serving, Set.copyOf(nodes), effect.quorum, effect.unnoticed));
  }

  /** Says that these nodes run, are reached by clients, and reach each other all the while. */
  Injection sparing(Collection<String> nodes, int majority) {
    return with(
        new Effect(Set.copyOf(nodes), effect.cutOff, nodes.size() >= majority, effect.unnoticed));
  }

  /** Says that some majority runs and reaches each other, but not always the same one. */
  Injection withQuorum(boolean majorityServes) {
    return with(new Effect(effect.serving, effect.cutOff, majorityServes, effect.unnoticed));
  }

  /** Says that no request of any client fails because of it. */
  Injection unnoticed() {
    return with(new Effect(effect.serving, effect.cutOff, effect.quorum, true));
  }

  private Injection with(Effect known) {
    return new Injection(target, detail, known, parts, heal);
  }

  /** Several at once. */
  static Injection all(List<Injection> parts, int majority) {
    String targets = String.join(" + ", parts.stream().map(Injection::target).toList());
    String details = String.join(" + ", parts.stream().map(Injection::detail).toList());
    Effect effect = Effect.of(parts.stream().map(part -> part.effect).toList(), majority);
    return new Injection(targets, details, effect, parts, () -> healAll(parts));
  }

  /** Heals the last first, and all of them even if one fails to. */
  static void healAll(List<Injection> parts) {
    if (!parts.isEmpty()) {
      int last = parts.size() - 1;
      try {
        parts.get(last).heal();
      } finally {
        healAll(parts.subList(0, last));
      }
    }
  }

  /** What a mixture is made of, in the order in which it began; nothing for a single fault. */
  List<Injection> parts() {
    return parts;
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
    return effect.cutOff;
  }

  /** Whether a majority of the nodes surely runs and reaches each other all the while. */
  public boolean quorum() {
    return effect.quorum;
  }

  /** Whether no request may fail because of it. */
  public boolean isUnnoticed() {
    return effect.unnoticed;
  }

  /** Takes it back; a second call does nothing. */
  public void heal() {
    if (healed.compareAndSet(false, true)) {
      heal.run();
    }
  }
}
