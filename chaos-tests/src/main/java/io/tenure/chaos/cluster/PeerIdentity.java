package io.tenure.chaos.cluster;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Who the harness says it is when it opens a TLS connection to a node, and whom the node would have
 * liked to see. It shows its certificate also to those who ask for one of another authority, and
 * takes whatever the node shows.
 */
public final class PeerIdentity extends X509ExtendedKeyManager {

  private static final String ALIAS = "own";

  private final Optional<PrivateKey> key;
  private final List<X509Certificate> chain;
  private volatile Set<String> wanted = Set.of();

  private PeerIdentity(Optional<PrivateKey> key, List<X509Certificate> chain) {
    this.key = key;
    this.chain = chain;
  }

  /** Shows no certificate. */
  public static PeerIdentity anonymous() {
    return new PeerIdentity(Optional.empty(), List.of());
  }

  static PeerIdentity of(IssuedCertificates issued, String node) {
    X509Certificate certificate = IssuedCertificates.read(issued.certificate(node));
    return new PeerIdentity(Optional.of(issued.readKey(node)), List.of(certificate));
  }

  /** The names of the authorities that the other side asked for in the last handshake. */
  Set<String> wanted() {
    return wanted;
  }

  SSLContext context() {
    try {
      SSLContext context = SSLContext.getInstance("TLSv1.3");
      context.init(new PeerIdentity[] {this}, new TrustManager[] {new Anybody()}, null);
      return context;
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("Java always has TLS 1.3", impossible);
    }
  }

  @Override
  public @Nullable String chooseClientAlias(
      String[] types, Principal @Nullable [] issuers, @Nullable Socket socket) {
    wanted =
        issuers == null
            ? Set.of()
            : Stream.of(issuers).map(Principal::getName).collect(Collectors.toSet());
    return key.isPresent() ? ALIAS : null;
  }

  @Override
  public X509Certificate[] getCertificateChain(String alias) {
    return chain.toArray(X509Certificate[]::new);
  }

  @Override
  public @Nullable PrivateKey getPrivateKey(String alias) {
    return key.orElse(null);
  }

  @Override
  public String[] getClientAliases(String type, Principal @Nullable [] issuers) {
    return new String[] {ALIAS};
  }

  @Override
  public String[] getServerAliases(String type, Principal @Nullable [] issuers) {
    return new String[0];
  }

  @Override
  public @Nullable String chooseServerAlias(
      String type, Principal @Nullable [] issuers, @Nullable Socket socket) {
    return null;
  }

  private static final class Anybody implements X509TrustManager {

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
