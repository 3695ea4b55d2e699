package io.tenure.chaos.nemesis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Draws schedules. The same seed, faults and length give the same schedule for ever. */
final class ScheduleDraw {

  private static final long QUIET_LEAST_MILLIS = 1000;
  private static final long QUIET_MOST_MILLIS = 4000;

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
      long lasts = between(fault.shortest().toMillis(), fault.longest().toMillis());
      long choice = random.nextLong();
      if (time + lasts <= end) {
        steps.add(
            new Schedule.Step(fault, choice, Duration.ofMillis(time), Duration.ofMillis(lasts)));
      }
      time += lasts + quiet();
    }
    return steps;
  }

  private Fault next() {
    if (deck.isEmpty()) {
      deck.addAll(faults);
    }
    return deck.remove(random.nextInt(deck.size()));
  }

  private long quiet() {
    return between(QUIET_LEAST_MILLIS, QUIET_MOST_MILLIS);
  }

  private long between(long least, long most) {
    return random.nextLong(least, most + 1);
  }
}
