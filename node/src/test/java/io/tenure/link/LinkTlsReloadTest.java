package io.tenure.link;

import static io.tenure.link.TestPki.CLUSTER;
import static io.tenure.link.TestPki.YEAR;
import static io.tenure.link.TestPki.connect;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.node.certs.CertificateAuthority;
import io.tenure.node.certs.KeyAndCertificate;
import io.tenure.node.certs.Subject;
import io.tenure.node.certs.Validity;
import io.tenure.node.logging.CapturedLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Certificates and authorities are replaced while nodes run. */
@Isolated("it redirects the log of the whole process")
@DisplayNameGeneration(ReplaceUnderscores.class)
class LinkTlsReloadTest {

  private static final Validity MONTH = Validity.from(TestPki.NOW, Duration.ofDays(30));

  private final CapturedLog log = new CapturedLog();
  @TempDir private Path directory;
  private TestPki pki;
  private LinkTls one;
  private LinkTls two;

  @BeforeEach
  void make_two_nodes() throws IOException {
    pki = new TestPki(directory);
    one = pki.node("n1");
    two = pki.node("n2");
  }

  @AfterEach
  void release_the_log() {
    log.close();
  }

  @Test
  void files_that_did_not_change_are_not_read_again() {
    assertThat(one.reloadIfChanged()).isFalse();
    assertThat(log.lines("")).isEmpty();
  }

  @Test
  void new_handshakes_show_the_new_certificate_and_open_connections_go_on() throws IOException {
    TlsConnection open = connect(one, two);
    KeyAndCertificate fresh = pki.authority.issue(Subject.node(CLUSTER, "n1"), MONTH);
    pki.write("n1", fresh);

    assertThat(one.reloadIfChanged()).isTrue();

    assertThat(open.works()).isTrue();
    assertThat(shownToServer(connect(one, two))).isEqualTo(fresh.certificate());
    assertThat(shownToClient(connect(two, one))).isEqualTo(fresh.certificate());
    assertThat(one.notAfter()).isEqualTo(MONTH.notAfter());
    assertThat(one.reloadIfChanged()).isFalse();
    assertThat(log.lines("certificate"))
        .containsExactly(
            "INFO  new certificate for the link between nodes, valid until " + one.notAfter());
  }

  @Test
  void half_written_files_are_told_once_and_the_old_ones_stay() throws IOException {
    X509Certificate old = shownToServer(connect(one, two));
    KeyAndCertificate fresh = pki.issue("n1");
    String text = fresh.certificatePem();
    Files.writeString(pki.directory.certificate("n1"), text.substring(0, text.length() / 2));

    assertThat(one.reloadIfChanged()).isFalse();
    assertThat(one.reloadIfChanged()).isFalse();

    assertThat(shownToServer(connect(one, two))).isEqualTo(old);
    assertThat(log.lines("certificate"))
        .containsExactly(
            "WARN  changed files for the link between nodes are not used: a certificate in "
                + pki.directory.certificate("n1")
                + " is cut off; the certificate in use is valid until "
                + one.notAfter());

    pki.write("n1", fresh);
    assertThat(one.reloadIfChanged()).isTrue();
    assertThat(shownToServer(connect(one, two))).isEqualTo(fresh.certificate());
  }

  @Test
  void a_certificate_waits_for_its_key() throws IOException {
    KeyAndCertificate fresh = pki.issue("n1");
    Files.writeString(pki.directory.certificate("n1"), fresh.certificatePem());
    assertThat(one.reloadIfChanged()).isFalse();
    assertThat(connect(one, two).works()).isTrue();

    Files.writeString(pki.directory.key("n1"), fresh.keyPem());
    assertThat(one.reloadIfChanged()).isTrue();
    assertThat(shownToServer(connect(one, two))).isEqualTo(fresh.certificate());
  }

  @Test
  void a_key_that_others_may_read_is_used_once_they_may_not() throws IOException {
    KeyAndCertificate fresh = pki.issue("n1");
    pki.write("n1", fresh);
    Path key = pki.directory.key("n1");
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(one.reloadIfChanged()).isFalse();

    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    assertThat(one.reloadIfChanged()).isTrue();
  }

  @Test
  void files_that_are_gone_are_told_once_and_the_old_ones_stay() throws IOException {
    Files.delete(pki.directory.ca());

    assertThat(one.reloadIfChanged()).isFalse();
    assertThat(one.reloadIfChanged()).isFalse();

    assertThat(connect(one, two).works()).isTrue();
    assertThat(log.lines("there is no file " + pki.directory.ca())).hasSize(1);
  }

  @Test
  void the_certificate_of_another_node_is_not_taken() throws IOException {
    pki.write("n1", pki.issue("n2"));

    assertThat(one.reloadIfChanged()).isFalse();
    assertThat(log.lines("names tenure://tenure/n2, not tenure://tenure/n1")).hasSize(1);
  }

  /** First everybody trusts both, then everybody has a new certificate, then the old one goes. */
  @Test
  void the_authority_is_replaced_in_three_steps_and_all_can_always_talk() throws IOException {
    CertificateAuthority successor = TestPki.authority();
    TlsConnection open = connect(one, two);
    String old = pki.authority.own().certificatePem();
    String fresh = successor.own().certificatePem();

    Files.writeString(pki.directory.ca(), old + fresh);
    assertThat(one.reloadIfChanged()).isTrue();
    assertAllTalk();
    assertThat(two.reloadIfChanged()).isTrue();
    assertAllTalk();

    pki.write("n1", successor.issue(Subject.node(CLUSTER, "n1"), YEAR));
    assertThat(one.reloadIfChanged()).isTrue();
    assertAllTalk();
    pki.write("n2", successor.issue(Subject.node(CLUSTER, "n2"), YEAR));
    assertThat(two.reloadIfChanged()).isTrue();
    assertAllTalk();

    LinkTls late = pki.node("n3");
    assertThat(connect(late, one).works()).isTrue();
    Files.writeString(pki.directory.ca(), fresh);
    assertThat(one.reloadIfChanged()).isTrue();
    assertThat(two.reloadIfChanged()).isTrue();
    assertAllTalk();
    assertThat(connect(late, one).server.hasShakenHands()).isFalse();
    assertThat(open.works()).isTrue();
  }

  private void assertAllTalk() {
    assertThat(connect(one, two).works()).isTrue();
    assertThat(connect(two, one).works()).isTrue();
  }

  @Test
  void a_near_end_is_a_warning_each_day() throws IOException {
    ManualClock clock = new ManualClock(YEAR.notAfter().minus(Duration.ofDays(20)));
    TlsFiles files = pki.write("n3", pki.issue("n3"));
    LinkTls node = LinkTls.load(files, CLUSTER, "n3", clock);
    node.reloadIfChanged();
    assertThat(log.lines("expires")).isEmpty();

    clock.now = clock.now.plus(Duration.ofDays(7));
    node.reloadIfChanged();
    node.reloadIfChanged();
    assertThat(log.lines("expires"))
        .containsExactly(
            "WARN  the certificate for the link between nodes expires at "
                + node.notAfter()
                + ": replace "
                + files.certificate());

    clock.now = clock.now.plus(Duration.ofHours(25));
    node.reloadIfChanged();
    assertThat(log.lines("expires")).hasSize(2);
  }

  @Test
  void a_node_whose_certificate_is_about_to_end_says_so_when_it_starts() throws IOException {
    KeyAndCertificate issued =
        pki.authority.issue(
            Subject.node(CLUSTER, "n3"), Validity.from(TestPki.NOW, Duration.ofDays(10)));

    LinkTls.load(pki.write("n3", issued), CLUSTER, "n3");

    assertThat(log.lines("expires")).hasSize(1);
  }

  /** A session may be taken up again without a look at certificates. */
  @Test
  void an_expired_certificate_is_objected_to_whatever_the_handshake_said() throws IOException {
    ManualClock clock = new ManualClock(TestPki.NOW);
    LinkTls node = LinkTls.load(pki.write("n3", pki.issue("n3")), CLUSTER, "n3", clock);
    TlsConnection connection = connect(node, two);
    assertThat(node.objection(connection.client.session(), CLUSTER, "n2")).isEmpty();

    clock.now = YEAR.notAfter().plus(Duration.ofDays(1));

    assertThat(node.objection(connection.client.session(), CLUSTER, "n2"))
        .hasValue("its certificate expired at " + YEAR.notAfter());
  }

  private static X509Certificate shownToServer(TlsConnection connection) throws IOException {
    return (X509Certificate) connection.server.session().getPeerCertificates()[0];
  }

  private static X509Certificate shownToClient(TlsConnection connection) throws IOException {
    return (X509Certificate) connection.client.session().getPeerCertificates()[0];
  }

  private static final class ManualClock extends Clock {
    private Instant now;

    private ManualClock(Instant now) {
      this.now = now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return now;
    }
  }
}
