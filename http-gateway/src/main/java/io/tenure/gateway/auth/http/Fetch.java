package io.tenure.gateway.auth.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One question to an issuer of credentials. It blocks; redirects are not followed. */
public final class Fetch {

  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final int MOST_BYTES = 1 << 20;
  private static final int OK = 200;

  private Fetch() {}

  /**
   * Refuses an address at which anybody on the way could answer.
   *
   * @throws IOException if it is neither https, nor http on this machine
   */
  public static URI secure(String address) throws IOException {
    URI uri;
    try {
      uri = URI.create(address);
    } catch (IllegalArgumentException malformed) {
      throw new IOException(address + " is not a URL", malformed);
    }
    boolean plain = "http".equalsIgnoreCase(uri.getScheme());
    if (uri.getHost() == null || !plain && !"https".equalsIgnoreCase(uri.getScheme())) {
      throw new IOException(address + " is not a URL with https");
    }
    if (plain && !isLoopback(uri.getHost())) {
      throw new IOException(
          address + " must be https: whoever is on the way could forge an answer");
    }
    return uri;
  }

  public static String get(URI address) throws IOException {
    return ask(address, Map.of("Accept", "application/json"), null);
  }

  /** Sends a form, already encoded. */
  public static String post(URI address, String authorization, String form) throws IOException {
    return ask(
        address,
        Map.of(
            "Accept",
            "application/json",
            "Authorization",
            authorization,
            "Content-Type",
            "application/x-www-form-urlencoded"),
        form);
  }

  private static String ask(URI address, Map<String, String> headers, @Nullable String body)
      throws IOException {
    HttpURLConnection connection = (HttpURLConnection) address.toURL().openConnection();
    connection.setInstanceFollowRedirects(false);
    connection.setConnectTimeout((int) PATIENCE.toMillis());
    connection.setReadTimeout((int) PATIENCE.toMillis());
    headers.forEach(connection::setRequestProperty);
    if (body != null) {
      connection.setDoOutput(true);
      connection.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
    }
    int status = connection.getResponseCode();
    if (status != OK) {
      throw new IOException(address + " answered " + status);
    }
    try (InputStream answer = connection.getInputStream()) {
      byte[] bytes = answer.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw new IOException(address + " answered with more than " + MOST_BYTES + " bytes");
      }
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  private static boolean isLoopback(String host) {
    if (host.equalsIgnoreCase("localhost")) {
      return true;
    }
    boolean isNumber = host.startsWith("[") || host.matches("[0-9.]+");
    try {
      return isNumber && InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException malformed) {
      return false;
    }
  }
}
