package io.tenure.client.machine;

import io.tenure.client.transport.HttpAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A keyring whose time and network are in the hands of a test. */
final class KeyringBench {

  static final Duration TTL = Duration.ofSeconds(30);

  final ManualTime time = new ManualTime();
  final FakeTransport transport = new FakeTransport();
  final List<ClaimEvent> events = new ArrayList<>();
  final Keyring keyring;

  KeyringBench() {
    this(Optional.empty());
  }

  /** With a loop of its own, if the deadlines are to be alone. */
  KeyringBench(Optional<Events> loop) {
    Keyring.Threads threads = new Keyring.Threads(time, loop.orElse(time), time, () -> {});
    keyring = new Keyring(transport, threads, time, Tuning.DEFAULT);
  }

  ClaimHandle claim(Optional<Duration> timeout) {
    ClaimHandle handle =
        keyring.claim(new ClaimSpec("db", TTL, timeout, Optional.empty()), events::add);
    time.run();
    return handle;
  }

  ClaimHandle held() {
    ClaimHandle handle = claim(Optional.empty());
    answer(201, Bodies.active(30));
    return handle;
  }

  ClaimHandle waiting() {
    ClaimHandle handle = claim(Optional.empty());
    answer(202, Bodies.waiting(1));
    return handle;
  }

  void answer(int status, String body) {
    transport.answer(status, body);
    time.run();
  }

  void noAnswer() {
    transport.noAnswer();
    time.run();
  }

  void watchShows(String body) {
    transport.lastWatch().reply().complete(HttpAnswer.of(200, body));
    time.run();
  }

  void pass(Duration duration) {
    time.advance(duration);
  }

  String lastWrite() {
    return transport.lastWrite().text();
  }

  ClaimEvent lastEvent() {
    return events.get(events.size() - 1);
  }
}
