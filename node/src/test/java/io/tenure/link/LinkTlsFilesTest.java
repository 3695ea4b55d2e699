package io.tenure.link;

import static io.tenure.link.TestPki.CLUSTER;
import static io.tenure.link.TestPki.YEAR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.node.certs.KeyAndCertificate;
import io.tenure.node.certs.Subject;
import io.tenure.node.certs.Validity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.util.List;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that cannot be used are named, with what is wrong with them. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class LinkTlsFilesTest {

  @TempDir private Path directory;
  private TestPki pki;
  private TlsFiles files;

  @BeforeEach
  void write_files_that_can_be_used() throws IOException {
    pki = new TestPki(directory);
    files = pki.write("n1", pki.issue("n1"));
  }

  @Test
  void files_that_are_all_right_are_read() throws IOException {
    assertThat(load().notAfter()).isEqualTo(YEAR.notAfter());
  }

  @ParameterizedTest
  @ValueSource(strings = {"n1.pem", "n1-key.pem", "ca.pem"})
  void a_missing_file_is_named(String name) throws IOException {
    Files.delete(directory.resolve(name));

    assertRefused("there is no file " + directory.resolve(name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"n1.pem", "ca.pem"})
  void certificates_must_be_pem(String name) throws IOException {
    Path file = Files.writeString(directory.resolve(name), "certificate");

    assertRefused("there is no certificate in PEM in " + file);
  }

  @Test
  void the_key_must_be_pem() throws IOException {
    Files.writeString(files.key(), "key");

    assertRefused("there is no private key in " + files.key());
  }

  @ParameterizedTest
  @ValueSource(strings = {"n1.pem", "ca.pem"})
  void a_certificate_that_is_cut_off_is_refused(String name) throws IOException {
    Path file = directory.resolve(name);
    String text = Files.readString(file);
    Files.writeString(file, text + text.substring(0, text.length() / 2));

    assertRefused("a certificate in " + file + " is cut off");
  }

  @ParameterizedTest
  @ValueSource(strings = {"n1.pem", "ca.pem"})
  void a_certificate_of_other_bytes_is_refused(String name) throws IOException {
    Path file =
        Files.writeString(
            directory.resolve(name),
            "-----BEGIN CERTIFICATE-----\nTm90IG9uZQ==\n-----END CERTIFICATE-----\n");

    assertRefused("cannot read a certificate in " + file);
  }

  @Test
  void the_key_must_belong_to_the_certificate() throws IOException {
    Files.writeString(files.key(), pki.issue("n1").keyPem());

    assertRefused("the private key in " + files.key() + " does not belong to the certificate");
  }

  @Test
  void the_key_must_be_of_the_certificates_kind() throws Exception {
    KeyPairGenerator rsa = KeyPairGenerator.getInstance("RSA");
    Files.writeString(
        files.key(),
        new KeyAndCertificate(rsa.generateKeyPair().getPrivate(), pki.issue("n1").certificate())
            .keyPem());

    assertRefused("the private key in " + files.key() + " is not of the kind EC");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r-----", "rw----r--", "rw--w----", "rw-r--r--", "rwx--x---"})
  void nobody_else_may_use_the_key(String mode) throws IOException {
    Files.setPosixFilePermissions(files.key(), PosixFilePermissions.fromString(mode));

    assertRefused(
        "others than its owner may use the private key in "
            + files.key()
            + " ("
            + mode
            + "): chmod 600 "
            + files.key());
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-------", "r--------", "rwx------"})
  void its_owner_may(String mode) throws IOException {
    Files.setPosixFilePermissions(files.key(), PosixFilePermissions.fromString(mode));

    assertThat(load()).isNotNull();
  }

  @Test
  void an_expired_certificate_is_refused() throws IOException {
    pki.write("n1", pki.authority.issue(Subject.node(CLUSTER, "n1"), TestPki.LAST_YEAR));

    assertRefused(
        "a certificate in " + files.certificate() + " expired at " + TestPki.LAST_YEAR.notAfter());
  }

  @Test
  void a_certificate_that_is_not_valid_yet_is_refused() throws IOException {
    pki.write("n1", pki.authority.issue(Subject.node(CLUSTER, "n1"), TestPki.NEXT_YEAR));

    assertRefused(
        "a certificate in "
            + files.certificate()
            + " is not valid before "
            + TestPki.NEXT_YEAR.notBefore());
  }

  @Test
  void a_certificate_of_another_authority_is_refused() throws IOException {
    pki.directory.trust(TestPki.authority());

    assertRefused(
        "the certificate in "
            + files.certificate()
            + " is not signed by an authority in "
            + files.ca());
  }

  @Test
  void an_authority_is_known_by_its_key_not_by_its_name() throws Exception {
    Files.writeString(files.ca(), ForeignPki.root("CN=same").certificatePem());
    pki.write("n1", ForeignPki.node(ForeignPki.root("CN=same"), "n1"));

    assertThatThrownBy(this::load)
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("the certificate in " + files.certificate());
  }

  @Test
  void an_authority_must_be_one() throws IOException {
    Files.copy(files.certificate(), directory.resolve("bundle.pem"));
    files = new TlsFiles(files.certificate(), files.key(), directory.resolve("bundle.pem"));

    assertRefused(
        "the certificate of CN=n1,O=Tenure in "
            + files.ca()
            + " is not that of an authority (CA:TRUE)");
  }

  @Test
  void a_certificate_for_servers_only_is_refused() throws Exception {
    KeyAndCertificate root = ForeignPki.root("CN=root");
    Files.writeString(files.ca(), root.certificatePem());
    pki.write("n1", ForeignPki.node(root, "n1", KeyPurposeId.id_kp_serverAuth));

    assertRefused(
        "the certificate in "
            + files.certificate()
            + " will not be accepted by other nodes: Extended key usage does not permit use for TLS"
            + " client authentication");
  }

  @Test
  void a_certificate_needs_those_between_it_and_the_authority() throws Exception {
    KeyAndCertificate root = ForeignPki.root("CN=root");
    KeyAndCertificate between = ForeignPki.between(root, YEAR);
    KeyAndCertificate node = ForeignPki.node(between, "n1");
    Files.writeString(files.ca(), root.certificatePem());

    pki.write("n1", node);
    assertRefused(
        "the certificate in "
            + files.certificate()
            + " is not signed by an authority in "
            + files.ca());

    Files.writeString(files.certificate(), node.certificatePem() + between.certificatePem());
    assertThat(load()).isNotNull();
  }

  @Test
  void a_certificate_ends_with_those_that_it_is_shown_with() throws Exception {
    Validity week = Validity.from(TestPki.NOW, Duration.ofDays(7));
    KeyAndCertificate root = ForeignPki.root("CN=root");
    KeyAndCertificate between = ForeignPki.between(root, week);
    KeyAndCertificate node = ForeignPki.node(between, "n1");
    Files.writeString(files.ca(), root.certificatePem());
    pki.write("n1", node);
    Files.writeString(files.certificate(), node.certificatePem() + between.certificatePem());

    assertThat(load().notAfter()).isEqualTo(week.notAfter());
  }

  @Test
  void the_certificate_must_name_the_node() throws IOException {
    pki.write("n1", pki.authority.issue(new Subject("n1", List.of(), List.of()), YEAR));

    assertRefused(
        "the certificate in "
            + files.certificate()
            + " names no node: it has neither the URI tenure://tenure/n1 nor the DNS name n1 among"
            + " its subject alternative names");
  }

  @Test
  void the_certificate_of_another_node_is_refused() throws IOException {
    pki.write("n1", pki.issue("n2"));

    assertRefused(
        "the certificate in "
            + files.certificate()
            + " names tenure://tenure/n2, not tenure://tenure/n1");
  }

  private LinkTls load() throws IOException {
    return LinkTls.load(files, CLUSTER, "n1");
  }

  private void assertRefused(String message) {
    assertThatThrownBy(this::load).isInstanceOf(IOException.class).hasMessage(message);
  }
}
