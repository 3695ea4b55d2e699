package io.tenure.node.backup;

import io.tenure.pem.PemCertificates;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * Asks a node for a backup, over HTTP.
 *
 * @param token what the cluster lets in, if it wants to see one
 * @param authorities whom to trust, in PEM; nothing for whom Java trusts
 */
public record Download(URI node, Optional<String> token, Optional<Path> authorities) {

  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration FIRST_BYTE = Duration.ofMinutes(1);
  private static final int LONGEST_REASON = 2_000;
  private static final int OK = 200;

  /**
   * Returns the backup as it comes.
   *
   * @param local whether the node's own state is enough, however old
   */
  public InputStream open(boolean local) throws IOException {
    URI address = node.resolve("/v1/cluster/backup" + (local ? "?consistency=local" : ""));
    HttpRequest.Builder request = HttpRequest.newBuilder(address).timeout(FIRST_BYTE);
    token.ifPresent(secret -> request.header("Authorization", "Bearer " + secret));
    try {
      HttpResponse<InputStream> answer =
          client().send(request.build(), BodyHandlers.ofInputStream());
      if (answer.statusCode() != OK) {
        throw refused(answer);
      }
      return answer.body();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new BackupException("interrupted");
    }
  }

  private BackupException refused(HttpResponse<InputStream> answer) throws IOException {
    try (InputStream body = answer.body()) {
      String reason = new String(body.readNBytes(LONGEST_REASON), StandardCharsets.UTF_8);
      return new BackupException(node + " answers " + answer.statusCode() + ": " + reason.strip());
    }
  }

  private HttpClient client() throws IOException {
    HttpClient.Builder builder =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT);
    if (authorities.isPresent()) {
      builder.sslContext(trusting(authorities.get()));
    }
    return builder.build();
  }

  private static SSLContext trusting(Path file) throws IOException {
    try {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      int number = 0;
      for (X509Certificate each : PemCertificates.read(file)) {
        store.setCertificateEntry("ca-" + number++, each);
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException unusable) {
      throw new IOException("cannot use " + file + ": " + unusable.getMessage(), unusable);
    }
  }
}
