package io.tenure.cli;

import io.tenure.cli.exit.CommandException;
import io.tenure.cli.exit.ExitCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** A TLS context made of PEM files: the authorities to trust, and a certificate of our own. */
final class ClientTls {

  private static final char[] NO_PASSWORD = {};

  private ClientTls() {}

  /** Ends the command if a file cannot be used, or one of certificate and key is missing. */
  static SSLContext context(Optional<Path> ca, Optional<Path> certificate, Optional<Path> key) {
    if (certificate.isPresent() != key.isPresent()) {
      throw new CommandException(
          ExitCode.USAGE, "--cert and --cert-key belong together: one of them is missing");
    }
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      TrustManager @Nullable [] trusted = ca.isPresent() ? trusted(ca.get()) : null;
      KeyManager @Nullable [] own =
          certificate.isPresent() ? own(certificate.get(), key.orElseThrow()) : null;
      context.init(own, trusted, null);
      return context;
    } catch (GeneralSecurityException unusable) {
      throw new CommandException(ExitCode.USAGE, "TLS: " + unusable.getMessage());
    }
  }

  private static TrustManager[] trusted(Path file) throws GeneralSecurityException {
    KeyStore store = emptyStore();
    for (Certificate certificate : certificates("--ca", file)) {
      store.setCertificateEntry("ca-" + store.size(), certificate);
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    return trust.getTrustManagers();
  }

  private static KeyManager[] own(Path certificate, Path key) throws GeneralSecurityException {
    KeyStore store = emptyStore();
    Certificate[] chain = certificates("--cert", certificate).toArray(Certificate[]::new);
    store.setKeyEntry("own", privateKey(key), NO_PASSWORD, chain);
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, NO_PASSWORD);
    return keys.getKeyManagers();
  }

  private static KeyStore emptyStore() throws GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try {
      store.load(null, null);
    } catch (IOException impossible) {
      throw new GeneralSecurityException(impossible);
    }
    return store;
  }

  private static Collection<? extends Certificate> certificates(String option, Path file)
      throws GeneralSecurityException {
    try (InputStream stream = Files.newInputStream(file)) {
      Collection<? extends Certificate> certificates =
          CertificateFactory.getInstance("X.509").generateCertificates(stream);
      if (certificates.isEmpty()) {
        throw unusable(option, file, "it has no certificate");
      }
      return certificates;
    } catch (IOException failure) {
      throw unusable(option, file, Refusal.fileReason(failure));
    }
  }

  private static PrivateKey privateKey(Path file) throws GeneralSecurityException {
    String text;
    try {
      text = Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException failure) {
      throw unusable("--cert-key", file, Refusal.fileReason(failure));
    }
    String base64 =
        text.replaceAll("(?s).*-----BEGIN PRIVATE KEY-----|-----END PRIVATE KEY-----.*", "");
    PKCS8EncodedKeySpec spec;
    try {
      spec = new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(base64));
    } catch (IllegalArgumentException notBase64) {
      throw unusable("--cert-key", file, "it is not a PEM file");
    }
    for (String algorithm : List.of("RSA", "EC", "Ed25519")) {
      Optional<PrivateKey> key = privateKey(algorithm, spec);
      if (key.isPresent()) {
        return key.get();
      }
    }
    throw unusable("--cert-key", file, "it has no private key in PKCS #8");
  }

  private static Optional<PrivateKey> privateKey(String algorithm, PKCS8EncodedKeySpec spec)
      throws GeneralSecurityException {
    try {
      return Optional.of(KeyFactory.getInstance(algorithm).generatePrivate(spec));
    } catch (InvalidKeySpecException ofAnother) {
      return Optional.empty();
    }
  }

  private static CommandException unusable(String option, Path file, String reason) {
    return new CommandException(ExitCode.USAGE, option + ": cannot use " + file + ": " + reason);
  }
}
