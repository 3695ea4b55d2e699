package io.tenure.chaos.nemesis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** Draws schedules. The same seed, faults and length give the same schedule for ever. */
final class ScheduleDraw {

  private static final long QUIET_LEAST_MILLIS = 1000;
  private static final long QUIET_MOST_MILLIS = 4000;

  /** Every third fault is joined by another, in the middle half of its time. */
  private static final int ONE_IN = 3;

  private static final long LEAST_PERCENT = 25;
  private static final long MOST_PERCENT = 75;

  private final SplittableRandom random;
  private final List<Fault> faults;
  private final List<Fault> deck = new ArrayList<>();

  private ScheduleDraw(long seed, List<Fault> faults) {
    this.random = new SplittableRandom(seed);
    this.faults = faults;
  }

  static Schedule draw(long seed, List<Fault> faults, Duration length) {
    return new Schedule(seed, new ScheduleDraw(seed, faults).steps(length.toMillis()));
  }

  private List<Schedule.Step> steps(long end) {
    List<Schedule.Step> steps = new ArrayList<>();
    long time = quiet();
    while (!faults.isEmpty() && time < end) {
      Fault fault = next();
      long lasts = length(fault);
      add(steps, step(fault, time, lasts, false), end);
      long over = time + lasts;
      if (random.nextInt(ONE_IN) == 0) {
        long later = time + lasts * between(LEAST_PERCENT, MOST_PERCENT) / 100;
        Optional<Fault> second = nextBeside(fault);
        if (second.isPresent()) {
          long secondLasts = length(second.get());
          add(steps, step(second.get(), later, secondLasts, true), end);
          over = Math.max(over, later + secondLasts);
        }
      }
      time = over + quiet();
    }
    return steps;
  }

  private Schedule.Step step(Fault fault, long start, long lasts, boolean overlaps) {
    return new Schedule.Step(
        fault, random.nextLong(), Duration.ofMillis(start), Duration.ofMillis(lasts), overlaps);
  }

  private static void add(List<Schedule.Step> steps, Schedule.Step step, long end) {
    if (step.start().plus(step.length()).toMillis() <= end) {
      steps.add(step);
    }
  }

  private long length(Fault fault) {
    return between(fault.shortest().toMillis(), fault.longest().toMillis());
  }

  private Fault next() {
    if (deck.isEmpty()) {
      deck.addAll(faults);
    }
    return deck.remove(random.nextInt(deck.size()));
  }

  /** One of those whose turn it is that can begin while this one lasts. */
  private Optional<Fault> nextBeside(Fault first) {
    List<Fault> fitting = deck.stream().filter(each -> Faults.mayOverlap(first, each)).toList();
    if (fitting.isEmpty()) {
      return Optional.empty();
    }
    Fault chosen = fitting.get(random.nextInt(fitting.size()));
    deck.remove(chosen);
    return Optional.of(chosen);
  }

  private long quiet() {
    return between(QUIET_LEAST_MILLIS, QUIET_MOST_MILLIS);
  }

  private long between(long least, long most) {
    return random.nextLong(least, most + 1);
  }
}
