package io.tenure.gateway.auth.jwt;

import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.util.JSONObjectUtils;
import io.tenure.gateway.auth.http.Fetch;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.Map;

/** Where the keys of an issuer are. Reading them may block. */
@FunctionalInterface
public interface KeySource {

  /** Below the issuer's address, by OpenID Connect Discovery. */
  String WELL_KNOWN = "/.well-known/openid-configuration";

  /**
   * Reads the keys as they are now.
   *
   * @throws IOException if they cannot be had
   */
  JWKSet read() throws IOException;

  /** Keys at an address of their own. */
  static KeySource at(String address) throws IOException {
    URI uri = Fetch.secure(address);
    return () -> parse(Fetch.get(uri), uri);
  }

  /** Keys in a file, which may be replaced. */
  static KeySource in(Path file) {
    return () -> parse(Files.readString(file), file);
  }

  /** Keys where the issuer says that they are. */
  static KeySource discovered(String issuer) throws IOException {
    String base = issuer.endsWith("/") ? issuer.substring(0, issuer.length() - 1) : issuer;
    URI description = Fetch.secure(base + WELL_KNOWN);
    return () -> at(keysOf(Fetch.get(description), issuer, description)).read();
  }

  private static String keysOf(String text, String issuer, URI description) throws IOException {
    try {
      Map<String, Object> found = JSONObjectUtils.parse(text);
      if (!issuer.equals(found.get("issuer"))) {
        throw new IOException(description + " describes another issuer");
      }
      return String.valueOf(JSONObjectUtils.getString(found, "jwks_uri"));
    } catch (ParseException malformed) {
      throw new IOException(description + " is not a description of an issuer", malformed);
    }
  }

  private static JWKSet parse(String text, Object place) throws IOException {
    try {
      return JWKSet.parse(text);
    } catch (ParseException malformed) {
      throw new IOException(place + " is not a set of keys (JWKS)", malformed);
    }
  }
}
