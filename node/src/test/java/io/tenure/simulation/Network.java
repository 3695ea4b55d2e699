package io.tenure.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Copies of requests between nodes. Some are held up, in the socket of a node that is stopped, and
 * come long after everybody has forgotten them.
 */
final class Network {

  /** Longer than deliveries are remembered. */
  private static final long HELD_UP_MICROS = 12_000_000;

  private static final long LIFE_MICROS = 10_000_000;

  private record Copy(Message message, long arrivesMicros) {}

  private final Chance chance;
  private final List<Copy> underWay = new ArrayList<>();
  private final List<Copy> arrived = new ArrayList<>();

  Network(Chance chance) {
    this.chance = chance;
  }

  void send(Message message, long trueMicros) {
    arrived.add(new Copy(message, trueMicros));
    if (chance.oneIn(12)) {
      long late = trueMicros + HELD_UP_MICROS + chance.micros(HELD_UP_MICROS);
      underWay.add(new Copy(message, late));
    }
  }

  /** Every copy that there is. */
  List<Message> deliverAll() {
    List<Message> all =
        Stream.of(arrived, underWay).flatMap(List::stream).map(Copy::message).toList();
    arrived.clear();
    underWay.clear();
    return all;
  }

  /** Any copy that has arrived, if it does not get lost at the last moment; maybe not for good. */
  Optional<Message> deliver(long trueMicros) {
    for (int i = underWay.size() - 1; i >= 0; i--) {
      if (underWay.get(i).arrivesMicros() <= trueMicros) {
        arrived.add(underWay.remove(i));
      }
    }
    arrived.removeIf(copy -> trueMicros - copy.arrivesMicros() > LIFE_MICROS);
    if (arrived.isEmpty()) {
      return Optional.empty();
    }
    Copy copy = chance.oneIn(10) ? chance.pick(arrived) : chance.take(arrived);
    return chance.oneIn(12) ? Optional.empty() : Optional.of(copy.message());
  }
}
