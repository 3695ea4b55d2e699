package io.tenure.pem;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Certificates in PEM files. A file that is cut off is refused, not read as far as it goes. */
public final class PemCertificates {

  private static final String BEGIN = "-----BEGIN CERTIFICATE-----";
  private static final String END = "-----END CERTIFICATE-----";
  private static final Pattern BLOCK = Pattern.compile(BEGIN + "([^-]*)" + END);

  private PemCertificates() {}

  /**
   * Reads all certificates of a file, in its order.
   *
   * @throws IOException if there is no such file, or it has anything but whole certificates
   */
  public static List<X509Certificate> read(Path file) throws IOException {
    String text = Files.readString(file, StandardCharsets.ISO_8859_1);
    List<X509Certificate> certificates = new ArrayList<>();
    Matcher block = BLOCK.matcher(text);
    while (block.find()) {
      certificates.add(certificate(block.group(1), file));
    }
    int begun = text.split(BEGIN, -1).length - 1;
    if (begun == 0) {
      throw new IOException("there is no certificate in PEM in " + file);
    }
    if (begun != certificates.size()) {
      throw new IOException("a certificate in " + file + " is cut off");
    }
    return certificates;
  }

  private static X509Certificate certificate(String base64, Path file) throws IOException {
    try {
      byte[] bytes = Base64.getMimeDecoder().decode(base64);
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(bytes));
    } catch (IllegalArgumentException | CertificateException unreadable) {
      throw new IOException("cannot read a certificate in " + file, unreadable);
    }
  }
}
