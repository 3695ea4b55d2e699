package io.tenure.link;

import static java.util.Objects.requireNonNull;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.tenure.node.identity.Founder;
import io.tenure.node.identity.Identity;
import io.tenure.node.identity.KnownRuns;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/** All connections of this node with the others of its cluster. Thread-safe. */
public final class Link implements AutoCloseable {

  /**
   * Where a node listens for others, and how it proves who it is.
   *
   * @param bind the address to listen on, which may be another than the one others know
   * @param tls nothing if connections are plain text, and nodes are believed what they say
   * @param runs by which directories that were copied and put back are noticed
   */
  public record Options(String bind, int port, Optional<LinkTls> tls, KnownRuns runs) {

    public Options(String bind, int port, Optional<LinkTls> tls) {
      this(bind, port, tls, KnownRuns.unkept());
    }

    public Options with(KnownRuns kept) {
      return new Options(bind, port, tls, kept);
    }
  }

  private final Greeter greeter;
  private final RefusalLog log;
  private final Loops loops;

  /** One thread is enough: members connect once, and strangers may wait. */
  private final ExecutorService handshakes =
      Executors.newSingleThreadExecutor(new DefaultThreadFactory("tenure-link-tls", true));

  private final ExecutorService lookups =
      Executors.newCachedThreadPool(new DefaultThreadFactory("tenure-link-names", true));

  private final Options options;
  private final LinkTimes times;
  private final LinkService service;
  private final List<Peer> peers = new ArrayList<>();
  private final List<Consumer<Peer>> openListeners = new CopyOnWriteArrayList<>();
  private final List<Consumer<Peer>> endListeners = new CopyOnWriteArrayList<>();
  private @Nullable LinkServer server;
  private boolean closed;

  /** Makes a link that is idle until {@link #start}. */
  public Link(Options options, Identity own, LinkService service) {
    this(options, own, service, LinkTimes.DEFAULT, RefusalLog.ofThisProcess());
  }

  Link(Options options, Identity own, LinkService service, LinkTimes times, RefusalLog log) {
    this.options = options;
    this.log = log;
    this.times = times;
    this.service = service;
    this.greeter = new Greeter(own, options.runs());
    this.loops = new Loops(own.others().size());
    Bootstrap template =
        new Bootstrap()
            .group(loops.outgoing())
            .channelFactory(loops::newConnection)
            .resolver(new NameLookup(lookups))
            .option(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, times.connectMillis())
            .option(ChannelOption.WRITE_BUFFER_WATER_MARK, Outflow.MARKS);
    for (Founder member : own.others()) {
      peers.add(new Peer(member, this, template));
    }
  }

  /** Listens, and connects to the others. A link that cannot listen is closed. */
  public synchronized void start() throws IOException {
    InetSocketAddress address = new InetSocketAddress(options.bind(), options.port());
    try {
      server = new LinkServer(this, loops, address, service);
    } catch (IOException taken) {
      close();
      throw taken;
    }
    peers.forEach(Peer::start);
  }

  /** The ways to all other nodes. */
  public List<Peer> peers() {
    return peers;
  }

  /** The way to the node that the cluster knows by an address; nothing if it knows none. */
  public Optional<Peer> peer(String address) {
    for (Peer peer : peers) {
      if (peer.address().equals(address)) {
        return Optional.of(peer);
      }
    }
    return Optional.empty();
  }

  /** Tells of every connection to a peer that is ready, on an event loop. */
  public void onOpened(Consumer<Peer> listener) {
    openListeners.add(listener);
  }

  /** Tells of every connection to a peer that was ready and has ended, on an event loop. */
  public void onEnded(Consumer<Peer> listener) {
    endListeners.add(listener);
  }

  /** The event loops from which messages are sent, for what does little else. */
  public Executor sendingLoops() {
    return loops.outgoing();
  }

  /** Waits until each member was found or not, but not for long. */
  public void awaitFirstAnswers(long millis) {
    CompletableFuture<?>[] all = peers.stream().map(Peer::tried).toArray(CompletableFuture[]::new);
    CompletableFuture.allOf(all).completeOnTimeout(null, millis, TimeUnit.MILLISECONDS).join();
  }

  /** What speaks against those that were found at the members' addresses. */
  public List<String> objections() {
    List<String> objections = new ArrayList<>();
    for (Peer peer : peers) {
      peer.found().flatMap(peer::objection).ifPresent(objections::add);
    }
    return objections;
  }

  /** Why members that this node has nothing against refuse it. */
  public List<String> refusals() {
    return peers.stream().flatMap(peer -> peer.refusal().stream()).toList();
  }

  Greeter greeter() {
    return greeter;
  }

  RefusalLog log() {
    return log;
  }

  synchronized LinkServer server() {
    return requireNonNull(server);
  }

  LinkTimes times() {
    return times;
  }

  void opened(Peer peer) {
    openListeners.forEach(each -> each.accept(peer));
  }

  void ended(Peer peer) {
    endListeners.forEach(each -> each.accept(peer));
  }

  void prepareClient(Channel channel, Peer peer) {
    options
        .tls()
        .map(tls -> tls.clientHandler(channel.alloc()))
        .ifPresent(handler -> channel.pipeline().addLast(handler));
    GreetingHandler.prepare(channel, new ClientGreeting(this, peer));
  }

  void prepareServer(Channel channel, GreetingHandler greeting) {
    options
        .tls()
        .map(tls -> tls.serverHandler(channel.alloc(), handshakes))
        .ifPresent(handler -> channel.pipeline().addLast(handler));
    GreetingHandler.prepare(channel, greeting);
  }

  /** Why the other side's certificate is not that of the node that it says it is, if so. */
  Optional<String> objectionToCertificate(ChannelHandlerContext context, Identity said) {
    return options
        .tls()
        .flatMap(tls -> tls.objection(sessionOf(context.channel()).orElseThrow(), said.node()))
        .map(objection -> "it says that it is " + said.node() + ", and " + objection);
  }

  private static Optional<SSLSession> sessionOf(Channel channel) {
    return Optional.ofNullable(channel.pipeline().get(SslHandler.class))
        .map(handler -> handler.engine().getSession());
  }

  /**
   * Takes certificates that were replaced into use, and ends connections to whoever shows one that
   * has expired meanwhile. To be called now and then; reads files.
   */
  public void refresh() {
    options.tls().ifPresent(LinkTls::reloadIfChanged);
    Instant now = Instant.now();
    for (Channel channel : openChannels()) {
      sessionOf(channel)
          .filter(session -> LinkTls.peerNotAfter(session).isBefore(now))
          .ifPresent(expired -> endExpired(channel));
    }
  }

  private void endExpired(Channel channel) {
    String who = LinkServer.hostOf(channel);
    log.refused(who, "connection with " + who + " closed: its certificate has expired");
    channel.close();
  }

  private synchronized List<Channel> openChannels() {
    List<Channel> open = new ArrayList<>();
    peers.forEach(peer -> peer.channel().ifPresent(open::add));
    if (server != null) {
      open.addAll(server.greeted());
    }
    return open;
  }

  /** Ends all connections; returns when the port is free. Not to be called on an event loop. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (server != null) {
      server.close();
    }
    peers.forEach(Peer::close);
    loops.close();
    handshakes.shutdown();
    lookups.shutdown();
  }
}
