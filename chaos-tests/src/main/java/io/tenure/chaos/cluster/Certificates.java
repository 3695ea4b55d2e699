package io.tenure.chaos.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The certificates by which the nodes of a cluster know each other. Each node has a directory of
 * its own with its certificate, its key and the authorities that it trusts, and notices when files
 * there are replaced. Not thread-safe.
 */
public final class Certificates {

  /** Nodes look at their files every few seconds. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final String FOLDER = "tls";
  private static final String CERTIFICATE = "certificate.pem";
  private static final String KEY = "key.pem";
  private static final String CA = "ca.pem";

  private final CertificateMaker maker;
  private final Path directory;

  /** Its directory has the key by which the nodes' certificates are signed at the moment. */
  private IssuedCertificates authority;

  /** What the nodes have, unless one of them was given an expiring one. */
  private IssuedCertificates lasting;

  private Certificates(CertificateMaker maker, Path directory) {
    this.maker = maker;
    this.directory = directory;
    this.authority = maker.newAuthority();
    this.lasting = authority;
  }

  /**
   * Makes those of all nodes.
   *
   * @param config names the nodes; the certificates lie beside it
   * @param clock of the program that makes them, if it can be lied to
   */
  static Certificates make(Path home, Path config, List<String> ids, Optional<ClockControl> clock) {
    Path directory = config.resolveSibling(FOLDER);
    CertificateMaker maker = new CertificateMaker(home, config, directory, clock);
    Certificates made = new Certificates(maker, directory);
    for (String id : ids) {
      made.trust(id, List.of(made.authority));
      made.give(id, made.lasting);
    }
    return made;
  }

  /** Lines of a configuration beside which the certificates lie. */
  static List<String> settings() {
    return List.of(
        "peer.tls.certificate = " + FOLDER + "/{node}/" + CERTIFICATE,
        "peer.tls.key = " + FOLDER + "/{node}/" + KEY,
        "peer.tls.ca = " + FOLDER + "/{node}/" + CA);
  }

  /** Gives all nodes new certificates of the same authority; returns when they use them. */
  public void renew(List<NodeProcess> nodes) {
    giveAll(nodes, maker.signedBy(authority), List.of(authority));
  }

  /** Goes over to another authority, step by step; returns when nobody trusts the old one. */
  public void replaceAuthority(List<NodeProcess> nodes) {
    IssuedCertificates fresh = maker.newAuthority();
    List<IssuedCertificates> both = List.of(authority, fresh);
    trustAll(nodes, both);
    giveAll(nodes, fresh, both);
    authority = fresh;
    trustAll(nodes, List.of(authority));
  }

  private void giveAll(
      List<NodeProcess> nodes, IssuedCertificates fresh, List<IssuedCertificates> trusted) {
    nodes.forEach(node -> give(node.id(), fresh));
    lasting = fresh;
    nodes.forEach(node -> awaitUse(node, lasting, trusted));
  }

  private void trustAll(List<NodeProcess> nodes, List<IssuedCertificates> authorities) {
    nodes.forEach(node -> trust(node.id(), authorities));
    nodes.forEach(node -> awaitUse(node, lasting, authorities));
  }

  /**
   * Gives a node a certificate that expires so long from now; connections that are open keep the
   * old one.
   *
   * @return when it expires
   */
  public Instant giveExpiring(NodeProcess node, Duration lifetime) {
    IssuedCertificates expiring = maker.expiring(authority, node.id(), lifetime);
    give(node.id(), expiring);
    return IssuedCertificates.read(expiring.certificate(node.id())).getNotAfter().toInstant();
  }

  /** Gives a node a certificate that lasts, unless it has one; returns when the node uses it. */
  public void giveLasting(NodeProcess node) {
    if (!hasLasting(node.id())) {
      give(node.id(), lasting);
      awaitUse(node, lasting, List.of(authority));
    }
  }

  private boolean hasLasting(String node) {
    try {
      return Files.mismatch(file(node, CERTIFICATE), lasting.certificate(node)) < 0;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Says that it is a node, by a certificate that another authority signed. */
  public PeerIdentity foreign(String node) {
    return PeerIdentity.of(maker.newAuthority(), node);
  }

  /** Says that it is a node, with the node's own key. */
  public PeerIdentity own(String node) {
    return PeerIdentity.of(lasting, node);
  }

  /** One that has ended reads them when it starts. */
  private void awaitUse(
      NodeProcess node, IssuedCertificates issued, List<IssuedCertificates> trusted) {
    Waiting.until(
        "new certificates in use by " + node,
        PATIENCE,
        () -> !node.isRunning() || isShown(node, issued.certificate(node.id()), trusted));
  }

  private static boolean isShown(
      NodeProcess node, Path certificate, List<IssuedCertificates> trusted) {
    Set<String> names =
        trusted.stream()
            .map(each -> IssuedCertificates.read(each.ca()).getSubjectX500Principal().getName())
            .collect(Collectors.toSet());
    PeerPort.Shown expected = new PeerPort.Shown(IssuedCertificates.read(certificate), names);
    return PeerPort.look(node).equals(Optional.of(expected));
  }

  private void give(String node, IssuedCertificates issued) {
    replace(file(node, KEY), issued.key(node));
    replace(file(node, CERTIFICATE), issued.certificate(node));
  }

  private void trust(String node, List<IssuedCertificates> authorities) {
    try {
      Path bundle = Files.createDirectories(directory).resolve("bundle.pem");
      StringBuilder text = new StringBuilder();
      for (IssuedCertificates each : authorities) {
        text.append(Files.readString(each.ca()));
      }
      Files.writeString(bundle, text, StandardCharsets.US_ASCII);
      replace(file(node, CA), bundle);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private Path file(String node, String name) {
    return directory.resolve(node).resolve(name);
  }

  /** In one step, so that the node never finds half a file; with the same access as the source. */
  private static void replace(Path file, Path source) {
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    try {
      Files.createDirectories(file.getParent());
      Files.copy(
          source, fresh, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
