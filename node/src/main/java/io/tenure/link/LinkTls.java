package io.tenure.link;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.tenure.files.FileStamp;
import java.io.IOException;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Mutual TLS 1.3 between the nodes of a cluster.
 *
 * <p>A handshake succeeds if both ends show a certificate that an authority of the cluster signed
 * and that has not expired. It does not say which node is at the other end: whoever learns that
 * asks {@link #objection}, before anything else that the peer says is believed. Names of hosts
 * count for nothing, since addresses change and certificates name nodes.
 *
 * <p>In TLS 1.3 a client is done before the server has looked at its certificate. So a client whose
 * handshake succeeded may still be refused; it knows that it was not when the server answers.
 *
 * <p>The files may be replaced while the node runs. Handshakes that begin after {@link
 * #reloadIfChanged} use the new ones; open connections go on, until {@link #peerNotAfter} at most.
 * Safe for use by many threads.
 */
public final class LinkTls {
  private static final Logger log = LoggerFactory.getLogger(LinkTls.class);

  private static final String PROTOCOL = "TLSv1.3";
  private static final List<String> CIPHERS =
      List.of("TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256");

  private static final Duration HANDSHAKE_TIMEOUT = Duration.ofSeconds(5);

  private static final Duration SOON = Duration.ofDays(14);
  private static final Duration BETWEEN_WARNINGS = Duration.ofDays(1);

  private final TlsFiles files;
  private final String cluster;
  private final String node;
  private final Clock clock;

  private volatile Contexts contexts;

  /** Of the files when they were last read; guarded by this. */
  private List<FileStamp> stamps;

  /** Why the files as they are now are not used; guarded by this. */
  private Optional<String> refusal = Optional.empty();

  /** When the next warning of a near end is due; guarded by this. */
  private Instant nextWarning = Instant.MIN;

  private record Contexts(SslContext server, SslContext client, Instant notAfter) {}

  private LinkTls(TlsFiles files, String cluster, String node, Clock clock) throws IOException {
    this.files = files;
    this.cluster = cluster;
    this.node = node;
    this.clock = clock;
    this.stamps = files.stamps();
    this.contexts = read();
  }

  /**
   * Reads the files of a node.
   *
   * @param cluster its name in certificates
   * @throws IOException if one of the files cannot be used; the message names it and says why
   */
  public static LinkTls load(TlsFiles files, String cluster, String node) throws IOException {
    return load(files, cluster, node, Clock.systemUTC());
  }

  static LinkTls load(TlsFiles files, String cluster, String node, Clock clock) throws IOException {
    LinkTls tls = new LinkTls(files, cluster, node, clock);
    tls.warnOfNearEnd();
    return tls;
  }

  /** The name of a node in its certificate, as a subject alternative name of the kind URI. */
  public static String nodeUri(String cluster, String node) {
    return CertifiedNames.uri(cluster, node);
  }

  /**
   * For a connection that was accepted; closes it unless the client shows a certificate.
   *
   * @param arithmetic does what of a handshake takes long, so that strangers hold up no member
   */
  SslHandler serverHandler(ByteBufAllocator allocator, Executor arithmetic) {
    return withTimeout(contexts.server().newHandler(allocator, arithmetic));
  }

  /**
   * For a connection to a node. It is not told the node's address, so that no earlier session is
   * taken up again: connections last long, and resuming skips the look at certificates.
   */
  SslHandler clientHandler(ByteBufAllocator allocator) {
    return withTimeout(contexts.client().newHandler(allocator));
  }

  private static SslHandler withTimeout(SslHandler handler) {
    handler.setHandshakeTimeoutMillis(HANDSHAKE_TIMEOUT.toMillis());
    return handler;
  }

  /** Says why the peer of a connection is not a certain node of this cluster. */
  Optional<String> objection(SSLSession session, String peer) {
    return objection(session, cluster, peer);
  }

  /** Says why the peer of a connection is not a certain node of a certain cluster. */
  Optional<String> objection(SSLSession session, String cluster, String node) {
    try {
      List<X509Certificate> chain = peerChain(session);
      Instant end = NodeCredentials.earliestEnd(chain);
      return end.isBefore(clock.instant())
          ? Optional.of("its certificate expired at " + end)
          : CertifiedNames.of(chain.get(0))
              .objection(cluster, node)
              .map(why -> "its certificate " + why);
    } catch (SSLPeerUnverifiedException anonymous) {
      return Optional.of("it has shown no certificate");
    } catch (CertificateException malformed) {
      return Optional.of("the names in its certificate cannot be read");
    }
  }

  /**
   * When a connection must end, since what its peer has shown is no longer valid; in the distant
   * past if it has shown nothing.
   */
  public static Instant peerNotAfter(SSLSession session) {
    try {
      return NodeCredentials.earliestEnd(peerChain(session));
    } catch (SSLPeerUnverifiedException anonymous) {
      return Instant.MIN;
    }
  }

  private static List<X509Certificate> peerChain(SSLSession session)
      throws SSLPeerUnverifiedException {
    Certificate[] shown = session.getPeerCertificates();
    return Arrays.stream(shown).map(X509Certificate.class::cast).toList();
  }

  /** When the certificate of this node expires. */
  public Instant notAfter() {
    return contexts.notAfter();
  }

  /**
   * Looks whether the files have changed, and reads them if so. To be called now and then. Files of
   * no use are logged once, and tried again at each call, while the old ones stay in use: several
   * files cannot be replaced at the same time, and a certificate may not be valid yet.
   *
   * @return whether new files are used from now on
   */
  public synchronized boolean reloadIfChanged() {
    warnOfNearEnd();
    List<FileStamp> now = files.stamps();
    if (now.equals(stamps) && refusal.isEmpty()) {
      return false;
    }
    stamps = now;
    try {
      contexts = read();
      refusal = Optional.empty();
      log.info("new certificate for the link between nodes, valid until {}", notAfter());
      return true;
    } catch (IOException unusable) {
      refuse(String.valueOf(unusable.getMessage()));
      return false;
    }
  }

  private synchronized void refuse(String why) {
    if (!refusal.equals(Optional.of(why))) {
      log.warn(
          "changed files for the link between nodes are not used: {}; the certificate in use is"
              + " valid until {}",
          why,
          notAfter());
    }
    refusal = Optional.of(why);
  }

  private synchronized void warnOfNearEnd() {
    Instant now = clock.instant();
    if (now.isAfter(notAfter().minus(SOON)) && now.isAfter(nextWarning)) {
      log.warn(
          "the certificate for the link between nodes expires at {}: replace {}",
          notAfter(),
          files.certificate());
      nextWarning = now.plus(BETWEEN_WARNINGS);
    }
  }

  private Contexts read() throws IOException {
    NodeCredentials credentials = NodeCredentials.read(files, clock.instant());
    credentials.requireName(cluster, node, files.certificate());
    try {
      SslContextBuilder server =
          SslContextBuilder.forServer(credentials.key(), credentials.chain())
              .clientAuth(ClientAuth.REQUIRE);
      SslContextBuilder client =
          SslContextBuilder.forClient()
              .keyManager(credentials.key(), credentials.chain())
              .endpointIdentificationAlgorithm("");
      return new Contexts(
          build(server, credentials), build(client, credentials), credentials.notAfter());
    } catch (IllegalArgumentException unusable) {
      throw new IOException("cannot use " + files.certificate() + " with " + files.key(), unusable);
    }
  }

  private static SslContext build(SslContextBuilder builder, NodeCredentials credentials)
      throws SSLException {
    return builder
        .sslProvider(SslProvider.JDK)
        .trustManager(credentials.trust())
        .protocols(PROTOCOL)
        .ciphers(CIPHERS)
        .build();
  }
}
