package io.tenure.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Who calls, and who may do what.
 *
 * @param by which authenticators are asked, in this order; none if everybody is anonymous
 * @param tokens the file with static tokens
 * @param certificateName which part of a client's certificate is its name
 * @param proxy who else may say who calls
 * @param rules the file that says who may do what
 * @param readsOpen whether reads need neither credentials nor a rule
 * @param hosts names of the cluster beside those of its nodes
 */
public record Auth(
    List<String> by,
    Optional<Path> tokens,
    String certificateName,
    Optional<Jwt> jwt,
    Optional<Introspection> introspection,
    Optional<Proxy> proxy,
    Optional<Path> rules,
    boolean readsOpen,
    List<String> hosts) {

  public Auth {
    by = List.copyOf(by);
    hosts = List.copyOf(hosts);
  }

  /**
   * Whose JSON Web Tokens are believed.
   *
   * @param keys where its keys are, a URL or a file; empty to ask the issuer
   * @param keysAreFile whether that is a file
   */
  public record Jwt(
      String issuer,
      Optional<String> keys,
      boolean keysAreFile,
      String audience,
      List<String> algorithms,
      String nameClaim,
      String groupsClaim,
      Duration skew) {}

  /** Who is asked about tokens, and the file with what to show there. */
  public record Introspection(
      String url,
      Path credentials,
      Optional<String> audience,
      String nameField,
      String groupsField) {}

  /** Who may say in which headers who calls. */
  public record Proxy(List<String> from, String nameHeader, String groupsHeader) {}
}
