package io.tenure.chaos.nemesis;

import java.util.List;
import java.util.stream.IntStream;

/** How a fault shows from outside: that it is there while it lasts, and is not when it healed. */
abstract class Proof {

  /** Sets up what the fault is to spoil. */
  void before() {}

  /** Fails unless the fault has the effect that its name says. */
  abstract void during(Injection fault);

  /** Fails if anything of it is left; all nodes run and follow one leader. */
  void after(Injection fault) {}

  /** Each part shows while all of them last. */
  static Proof ofAll(List<Proof> parts) {
    return new Proof() {
      @Override
      void before() {
        parts.forEach(Proof::before);
      }

      @Override
      void during(Injection fault) {
        IntStream.range(0, parts.size()).forEach(i -> parts.get(i).during(fault.parts().get(i)));
      }

      @Override
      void after(Injection fault) {
        IntStream.range(0, parts.size()).forEach(i -> parts.get(i).after(fault.parts().get(i)));
      }
    };
  }
}
