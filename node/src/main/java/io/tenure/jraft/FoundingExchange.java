package io.tenure.jraft;

import io.tenure.link.Link;
import io.tenure.link.Peer;
import io.tenure.node.identity.Founder;
import io.tenure.node.identity.Founding;
import io.tenure.node.identity.Identity;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a node does before its cluster has an id: it tells the other founders who it is, and asks
 * them, until it knows all of them or finds one that knows. It neither votes nor stores anything.
 */
public final class FoundingExchange implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(FoundingExchange.class);
  private static final int PAUSE_MILLIS = 100;
  private static final long REPORT_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Identity own;
  private final Link link;

  /** Listens from now on, where the member will listen later. */
  public FoundingExchange(Identity own, Link.Options options) throws IOException {
    this.own = own;
    link = new Link(options, own, call -> call.session().close());
    link.start();
  }

  /** Returns who this node is when the cluster has its id. */
  public Identity await() throws InterruptedException {
    long reported = System.nanoTime() - REPORT_NANOS;
    while (true) {
      Founding founding = look();
      if (founding.identity().isFounded()) {
        LOG.info("cluster {} is founded", founding.identity().raftGroup());
        return founding.identity();
      }
      if (System.nanoTime() - reported >= REPORT_NANOS) {
        report(founding.missing());
        link.refresh();
        reported = System.nanoTime();
      }
      Thread.sleep(PAUSE_MILLIS);
    }
  }

  /** Forgets what it heard before: a founder may have been bootstrapped again. */
  Founding look() {
    Founding founding = new Founding(own);
    List<String> objections = new ArrayList<>();
    for (Peer peer : link.peers()) {
      Optional<Identity> said = peer.found(); // once, so that it is judged what is heard
      said.flatMap(peer::objection).ifPresent(objections::add);
      said.ifPresent(founding::heard);
    }
    if (!objections.isEmpty()) {
      throw new RefusedToStartException(String.join("; ", objections));
    }
    return founding;
  }

  private static void report(List<Founder> missing) {
    LOG.info("a new cluster begins when all of its members are there; waiting for {}", missing);
  }

  /** Returns when the port is free again. */
  @Override
  public void close() {
    link.close();
  }
}
