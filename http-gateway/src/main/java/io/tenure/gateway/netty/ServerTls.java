package io.tenure.gateway.netty;

import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import io.tenure.files.Reloaded;
import io.tenure.pem.PemCertificates;
import io.tenure.pem.PemKey;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;

/**
 * TLS for clients: 1.3, and 1.2 only with keys of one connection (forward secrecy) and ciphers that
 * authenticate what they encrypt. The files may be replaced: connections that begin later use the
 * new ones.
 */
final class ServerTls {

  private static final List<String> CIPHERS =
      List.of(
          "TLS_AES_128_GCM_SHA256",
          "TLS_AES_256_GCM_SHA384",
          "TLS_CHACHA20_POLY1305_SHA256",
          "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
          "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
          "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
          "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
          "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
          "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");

  private ServerTls() {}

  static Reloaded<SslContext> read(HttpServerOptions.Tls files) throws IOException {
    List<Path> all = new ArrayList<>(List.of(files.certificateChain(), files.privateKey()));
    if (files.clientAuthorities() != null) {
      all.add(files.clientAuthorities());
    }
    return Reloaded.read("http.tls", all, () -> context(files));
  }

  private static SslContext context(HttpServerOptions.Tls files) throws IOException {
    try (InputStream chain = Files.newInputStream(files.certificateChain());
        InputStream key = PemKey.open(files.privateKey())) {
      SslContextBuilder builder =
          SslContextBuilder.forServer(chain, key)
              .protocols("TLSv1.3", "TLSv1.2")
              .ciphers(CIPHERS, SupportedCipherSuiteFilter.INSTANCE);
      if (files.clientAuthorities() != null) {
        builder
            .clientAuth(ClientAuth.OPTIONAL)
            .trustManager(
                PemCertificates.read(files.clientAuthorities()).toArray(X509Certificate[]::new));
      }
      requirePair(files);
      return builder.build();
    } catch (IllegalArgumentException e) {
      throw new IOException(
          "cannot use " + files.certificateChain() + " with " + files.privateKey(), e);
    }
  }

  /** A certificate that was replaced before its key cannot be used yet. */
  private static void requirePair(HttpServerOptions.Tls files) throws IOException {
    List<X509Certificate> chain = PemCertificates.read(files.certificateChain());
    PemKey.read(files.privateKey(), chain.get(0).getPublicKey());
  }
}
