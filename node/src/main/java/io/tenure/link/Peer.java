package io.tenure.link;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import io.tenure.node.identity.Founder;
import io.tenure.node.identity.Identity;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way to one other node: a connection that is opened when the link starts, and again whenever
 * it ends. Nobody ever waits for it. Thread-safe.
 */
public final class Peer {

  private static final Logger LOG = LoggerFactory.getLogger(Peer.class);

  /** A node whose cluster has not begun is asked again soon, since it changes soon. */
  private static final int NOT_YET_PAUSE_MILLIS = 200;

  private final Founder member;
  private final Link link;
  private final EventLoop loop;
  private final Bootstrap bootstrap;
  private final AtomicInteger calls = new AtomicInteger();
  private volatile @Nullable ClientConnection open;
  private final CompletableFuture<Boolean> tried = new CompletableFuture<>();
  private volatile Optional<Identity> found = Optional.empty();
  private volatile Optional<String> refusal = Optional.empty();

  /** The rest is for the event loop only. */
  private int pauseMillis;

  private long openedNanos;

  private boolean answered;
  private boolean closed;
  private @Nullable Channel channel;

  Peer(Founder member, Link link, Bootstrap template) {
    this.member = member;
    this.link = link;
    this.loop = template.config().group().next();
    this.pauseMillis = link.times().shortestPauseMillis();
    this.bootstrap =
        template
            .clone(loop)
            .handler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel connected) {
                    link.prepareClient(connected, Peer.this);
                  }
                });
  }

  public String node() {
    return member.id();
  }

  /** Host and port, as the cluster knows the node. */
  public String address() {
    return member.raftAddress();
  }

  Founder member() {
    return member;
  }

  public boolean isOpen() {
    return open != null;
  }

  /** Who was at this address when somebody was last asked; nothing if nobody has answered. */
  public Optional<Identity> found() {
    return found;
  }

  /** Why this member did not let this node in when it was last asked; nothing if it did. */
  Optional<String> refusal() {
    return refusal.map(why -> member + " refuses this node: " + why);
  }

  void refusedFor(String reason) {
    refusal = Optional.of(reason);
  }

  /** What speaks against somebody who was found at this address, if anything does. */
  public Optional<String> objection(Identity said) {
    Greeter.Judgement judgement = link.greeter().judgeAnswer(member, said);
    return judgement.verdict() == Greeter.Verdict.STRANGER
        ? Optional.of(judgement.reason())
        : Optional.empty();
  }

  /** Completes when the first attempt to connect has ended in one way or the other. */
  CompletableFuture<Boolean> tried() {
    return tried;
  }

  /**
   * Sends a request over the connection that there is. Nothing of the payload is used after this
   * has returned.
   *
   * @return whether it was taken; if not, it was surely not sent, and the reply is never called
   */
  public boolean call(int method, Payload payload, long timeoutMillis, Reply reply) {
    ClientConnection connection = open;
    return connection != null
        && connection.call(calls.incrementAndGet(), method, payload, timeoutMillis, reply);
  }

  void start() {
    loop.execute(this::connect);
  }

  private void connect() {
    if (closed) {
      return;
    }
    answered = false;
    ChannelFuture connecting = bootstrap.connect(host(), port());
    channel = connecting.channel();
    channel.closeFuture().addListener(ended -> connectionEnded());
  }

  String host() {
    return address().substring(0, address().lastIndexOf(':'));
  }

  int port() {
    return Integer.parseInt(address().substring(address().lastIndexOf(':') + 1));
  }

  /** Somebody is there, and said who. */
  void answeredBy(Identity who, boolean notYet) {
    answered = true;
    found = Optional.of(who);
    pauseMillis = notYet ? NOT_YET_PAUSE_MILLIS : pauseMillis;
  }

  void opened(ClientConnection connection) {
    LOG.info("connected to {}", member);
    openedNanos = System.nanoTime();
    open = connection;
    refusal = Optional.empty();
    tried.complete(true);
    link.opened(this);
  }

  private void connectionEnded() {
    boolean wasOpen = open != null;
    open = null;
    if (!answered) {
      found = Optional.empty();
    }
    tried.complete(false);
    if (closed) {
      return;
    }
    connectAfterPause(wasOpen && hasLasted());
    if (wasOpen) {
      LOG.info("connection to {} lost", member);
      link.ended(this);
    }
  }

  /** The connection, if there is one that has greeted. */
  Optional<Channel> channel() {
    ClientConnection connection = open;
    return connection == null ? Optional.empty() : Optional.of(connection.channel());
  }

  /** A connection that ended at once is as bad as none: it must not be opened all the time. */
  private boolean hasLasted() {
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - openedNanos);
    return millis >= link.times().longestPauseMillis();
  }

  private void connectAfterPause(boolean hasLasted) {
    if (hasLasted) {
      pauseMillis = link.times().shortestPauseMillis();
    }
    int jitter = ThreadLocalRandom.current().nextInt(pauseMillis);
    loop.schedule(this::connect, pauseMillis / 2 + jitter, TimeUnit.MILLISECONDS);
    pauseMillis = Math.min(link.times().longestPauseMillis(), 2 * pauseMillis);
  }

  void close() {
    try {
      loop.execute(
          () -> {
            closed = true;
            if (channel != null) {
              channel.close();
            }
          });
    } catch (RejectedExecutionException closedBefore) {
      closed = true;
    }
  }
}
