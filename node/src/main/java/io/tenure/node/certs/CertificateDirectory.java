package io.tenure.node.certs;

import io.tenure.pem.PemCertificates;
import io.tenure.pem.PemKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;

/**
 * Where an authority ({@code ca.pem}, {@code ca-key.pem}) and the certificates of nodes ({@code
 * n1.pem}, {@code n1-key.pem}) lie. Keys can be read by their owner alone, also while they are
 * written, and no file is ever half-written.
 */
public record CertificateDirectory(Path path) {

  private static final String AUTHORITY = "ca";
  private static final FileAttribute<?> FOR_OWNER =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
  private static final FileAttribute<?> FOR_ALL =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r--r--"));

  /** The certificates that nodes trust. */
  public Path ca() {
    return certificate(AUTHORITY);
  }

  public Path caKey() {
    return key(AUTHORITY);
  }

  public Path certificate(String node) {
    return path.resolve(node + ".pem");
  }

  public Path key(String node) {
    return path.resolve(node + "-key.pem");
  }

  /**
   * Reads the authority that lies here. If {@code ca.pem} has several, it is the one that the key
   * belongs to.
   *
   * @throws IOException if there is none, or it cannot be used; the message says why
   */
  public CertificateAuthority authority() throws IOException {
    IOException unusable = new IOException("there is no authority in " + path);
    for (X509Certificate certificate : certificates()) {
      try {
        PrivateKey key = PemKey.read(caKey(), certificate.getPublicKey());
        return new CertificateAuthority(new KeyAndCertificate(key, certificate));
      } catch (NoSuchFileException missing) {
        throw missing(missing);
      } catch (IOException other) {
        unusable = other;
      }
    }
    throw unusable;
  }

  /** Whether {@code ca.pem} is there and has the certificate of an authority. */
  public boolean trusts(CertificateAuthority authority) throws IOException {
    return Files.exists(ca()) && certificates().contains(authority.own().certificate());
  }

  private List<X509Certificate> certificates() throws IOException {
    try {
      return PemCertificates.read(ca());
    } catch (NoSuchFileException missing) {
      throw missing(missing);
    }
  }

  private static IOException missing(NoSuchFileException file) {
    return new IOException("there is no file " + file.getFile(), file);
  }

  /** Writes an authority with its key; replaces what is there. */
  public void write(CertificateAuthority authority) throws IOException {
    write(AUTHORITY, authority.own());
  }

  /** Writes the certificate of an authority whose key lies elsewhere. */
  public void trust(CertificateAuthority authority) throws IOException {
    replace(ca(), authority.own().certificatePem(), FOR_ALL);
  }

  /** Writes what a node needs besides the authority; replaces what is there. */
  public void write(String node, KeyAndCertificate issued) throws IOException {
    replace(key(node), issued.keyPem(), FOR_OWNER);
    replace(certificate(node), issued.certificatePem(), FOR_ALL);
  }

  private void replace(Path file, String text, FileAttribute<?> mode) throws IOException {
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    Files.createDirectories(path);
    Files.deleteIfExists(fresh);
    Files.createFile(fresh, mode);
    Files.writeString(fresh, text);
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
