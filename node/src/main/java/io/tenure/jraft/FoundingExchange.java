package io.tenure.jraft;

import com.alipay.sofa.jraft.option.RpcOptions;
import com.alipay.sofa.jraft.rpc.RpcServer;
import io.tenure.node.identity.Founder;
import io.tenure.node.identity.Founding;
import io.tenure.node.identity.Identity;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a node does before its cluster has an id: it tells the other founders who it is, and asks
 * them, until it knows all of them or finds one that knows. It neither votes nor stores anything.
 */
public final class FoundingExchange implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(FoundingExchange.class);
  private static final int ANSWER_MILLIS = 2_000;
  private static final int PAUSE_MILLIS = 200;
  private static final long REPORT_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long UNBIND_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final long UNBIND_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final Identity own;
  private final InetSocketAddress address;
  private final ExecutorService workers;
  private final Peers peers;
  private final RpcServer server;

  /** Listens from now on, where the member will listen later. */
  public FoundingExchange(Identity own, String bind) {
    this.own = own;
    int port = RaftTuning.peer(own.raftAddress()).getPort();
    address = new InetSocketAddress(bind, port);
    workers = Threads.pool("tenure-founding", own.founders().size());
    PeerMessage.register();
    RpcOptions options = new RpcOptions();
    options.setRpcConnectTimeoutMs(ANSWER_MILLIS);
    peers = new Peers(options, own, workers);
    server = new PeerServer(bind, port);
    server.registerProcessor(PeerGuard.tellingOnly(own));
    server.init(null);
  }

  /** Returns who this node is when the cluster has its id. */
  public Identity await() throws InterruptedException {
    PeerIdentities identities = new PeerIdentities(own, peers, workers);
    long reported = System.nanoTime() - REPORT_NANOS;
    while (true) {
      Founding founding = round(identities);
      if (founding.identity().isFounded()) {
        LOG.info("cluster {} is founded", founding.identity().raftGroup());
        return founding.identity();
      }
      if (System.nanoTime() - reported >= REPORT_NANOS) {
        report(founding.missing());
        reported = System.nanoTime();
      }
      Thread.sleep(PAUSE_MILLIS);
    }
  }

  /** Forgets what it heard before: a founder may have been bootstrapped again. */
  private Founding round(PeerIdentities identities) {
    Founding founding = new Founding(own);
    PeerIdentities.Findings findings = identities.ask(ANSWER_MILLIS);
    if (!findings.objections().isEmpty()) {
      throw new RefusedToStartException(String.join("; ", findings.objections()));
    }
    findings.fellows().forEach(founding::heard);
    return founding;
  }

  private static void report(List<Founder> missing) {
    LOG.info("a new cluster begins when all of its members are there; waiting for {}", missing);
  }

  /** Returns when the port is free again. */
  @Override
  public void close() {
    server.shutdown();
    peers.close();
    workers.shutdown();
    long end = System.nanoTime() + UNBIND_NANOS;
    while (!isFree() && System.nanoTime() - end < 0) {
      LockSupport.parkNanos(UNBIND_LOOK_NANOS);
    }
  }

  private boolean isFree() {
    try (ServerSocket probe = new ServerSocket()) {
      probe.setReuseAddress(true);
      probe.bind(address);
      return true;
    } catch (IOException stillBound) {
      return false;
    }
  }
}
