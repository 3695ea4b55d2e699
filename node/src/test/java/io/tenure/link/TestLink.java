package io.tenure.link;

import io.tenure.node.identity.Identity;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A link that has started, with times for tests, and what it told of. */
final class TestLink implements AutoCloseable {

  static final Duration PATIENCE = Duration.ofSeconds(20);

  /** Long enough for a busy machine, and much shorter than a test has patience. */
  static final LinkTimes TIMES = new LinkTimes(1_000, 5_000, 100, 2_000, 10, 100);

  private final Link link;
  private final List<String> events = new ArrayList<>();
  private final List<String> refusals = new ArrayList<>();

  TestLink(Identity own, LinkService service) throws IOException {
    this(own, service, TIMES);
  }

  TestLink(Identity own, LinkService service, LinkTimes times) throws IOException {
    Link.Options options =
        new Link.Options("127.0.0.1", TestIdentities.portOf(own), Optional.empty());
    RefusalLog log = new RefusalLog(System::nanoTime, line -> happened(refusals, line));
    link = new Link(options, own, service, times, log);
    link.onOpened(peer -> happened(events, peer.node() + " opened"));
    link.onEnded(peer -> happened(events, peer.node() + " ended"));
    link.start();
  }

  /** Answers every request with its own bytes. */
  static TestLink echo(Identity own) throws IOException {
    return new TestLink(own, TestLink::echo);
  }

  static void echo(IncomingCall call) {
    byte[] bytes = new byte[call.payload().remaining()];
    call.payload().get(bytes);
    call.answer(call.method(), Payload.of(bytes));
  }

  private synchronized void happened(List<String> list, String what) {
    list.add(what);
    notifyAll();
  }

  Link link() {
    return link;
  }

  /** The way to a node, once it was connected so many times. */
  Peer connected(String node, int times) {
    await(events, node + " opened", times);
    return peer(node);
  }

  Peer connected(String node) {
    return connected(node, 1);
  }

  Peer peer(String node) {
    return link.peers().stream().filter(each -> each.node().equals(node)).findFirst().orElseThrow();
  }

  void awaitEnd(String node) {
    await(events, node + " ended", 1);
  }

  /** The first line about somebody who was refused that has these words. */
  String awaitRefusal(String words) {
    await(refusals, line -> line.contains(words), words, 1);
    return refusals().stream().filter(line -> line.contains(words)).findFirst().orElseThrow();
  }

  synchronized List<String> refusals() {
    return List.copyOf(refusals);
  }

  private void await(List<String> list, String what, int times) {
    await(list, what::equals, what, times);
  }

  private synchronized void await(
      List<String> list, Predicate<String> wanted, String what, int times) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (list.stream().filter(wanted).count() < times) {
      long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (left <= 0) {
        throw new AssertionError("waited in vain for: " + what + "; there was " + list);
      }
      waitFor(left);
    }
  }

  private synchronized void waitFor(long millis) {
    try {
      wait(millis);
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  @Override
  public void close() {
    link.close();
  }
}
