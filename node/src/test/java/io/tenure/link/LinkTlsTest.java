package io.tenure.link;

import static io.tenure.link.TestPki.ALLOCATOR;
import static io.tenure.link.TestPki.CLUSTER;
import static io.tenure.link.TestPki.YEAR;
import static io.tenure.link.TestPki.connect;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.tenure.RealTime;
import io.tenure.node.certs.KeyAndCertificate;
import io.tenure.node.certs.Subject;
import io.tenure.node.certs.Validity;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;

/** Who may talk to a node, and as whom. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class LinkTlsTest {

  private static final List<Arguments> OUT_OF_DATE =
      List.of(Arguments.of(TestPki.LAST_YEAR), Arguments.of(TestPki.NEXT_YEAR));

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

  @Test
  void nodes_of_one_cluster_talk_and_know_each_other() {
    TlsConnection connection = connect(one, two);

    assertThat(connection.works()).isTrue();
    assertThat(connection.client.session().getProtocol()).isEqualTo("TLSv1.3");
    assertThat(connection.client.session().getCipherSuite()).isEqualTo("TLS_AES_128_GCM_SHA256");
    assertThat(one.objection(connection.client.session(), CLUSTER, "n2")).isEmpty();
    assertThat(two.objection(connection.server.session(), CLUSTER, "n1")).isEmpty();
  }

  @Test
  void every_connection_looks_at_certificates_anew() {
    connect(one, two);
    long before = System.currentTimeMillis();
    RealTime.until("another millisecond", () -> System.currentTimeMillis() > before);

    TlsConnection again = connect(one, two);

    assertThat(again.works()).isTrue();
    assertThat(again.client.session().getCreationTime()).isGreaterThan(before);
    assertThat(again.server.session().getCreationTime()).isGreaterThan(before);
  }

  @Test
  void a_certificate_of_another_node_or_cluster_is_objected_to() {
    TlsConnection connection = connect(one, two);

    assertThat(one.objection(connection.client.session(), CLUSTER, "n3"))
        .hasValue("its certificate names tenure://tenure/n2, not tenure://tenure/n3");
    assertThat(two.objection(connection.server.session(), "other", "n1"))
        .hasValue("its certificate names tenure://tenure/n1, not tenure://other/n1");
  }

  @Test
  void a_node_expects_others_of_its_own_cluster() throws IOException {
    LinkTls elsewhere =
        LinkTls.load(
            pki.write("n3", pki.authority.issue(Subject.node("other", "n3"), YEAR)), "other", "n3");

    assertThat(one.objection(connect(one, two).client.session(), "n2")).isEmpty();
    assertThat(one.objection(connect(one, elsewhere).client.session(), "n3"))
        .hasValue("its certificate names tenure://other/n3, not tenure://tenure/n3");
  }

  @Test
  void a_certificate_that_names_no_node_is_objected_to() throws IOException {
    TlsConnection connection = connectAs(new Subject("some client", List.of(), List.of("web")));

    assertThat(two.objection(connection.server.session(), CLUSTER, "n1"))
        .hasValue(
            "its certificate names no node: it has neither the URI tenure://tenure/n1 nor the DNS"
                + " name n1 among its subject alternative names");
  }

  @Test
  void a_dns_name_will_do_for_authorities_that_sign_no_uris() throws IOException {
    TlsConnection connection =
        connectAs(new Subject("any", List.of("https://example.net/"), List.of("web", "N1")));

    assertThat(two.objection(connection.server.session(), CLUSTER, "n1")).isEmpty();
    assertThat(two.objection(connection.server.session(), CLUSTER, "n2")).isPresent();
  }

  @Test
  void a_dns_name_does_not_count_beside_the_uri_of_another_cluster() throws IOException {
    TlsConnection connection =
        connectAs(new Subject("any", List.of(LinkTls.nodeUri("other", "n1")), List.of("n1")));

    assertThat(two.objection(connection.server.session(), CLUSTER, "n1"))
        .hasValue("its certificate names tenure://other/n1, not tenure://tenure/n1");
  }

  @Test
  void a_peer_that_has_shown_nothing_is_nobody_and_has_no_time() {
    SslHandler silent = two.serverHandler(ALLOCATOR, Runnable::run);

    assertThat(two.objection(silent.engine().getSession(), CLUSTER, "n1"))
        .hasValue("it has shown no certificate");
    assertThat(LinkTls.peerNotAfter(silent.engine().getSession())).isBefore(TestPki.NOW);
  }

  @Test
  void a_connection_knows_when_the_certificate_of_its_peer_ends() throws IOException {
    Validity week = Validity.from(TestPki.NOW, Duration.ofDays(7));
    LinkTls shortLived =
        LinkTls.load(
            pki.write("n3", pki.authority.issue(Subject.node(CLUSTER, "n3"), week)), CLUSTER, "n3");

    TlsConnection connection = connect(shortLived, two);

    assertThat(LinkTls.peerNotAfter(connection.server.session())).isEqualTo(week.notAfter());
    assertThat(LinkTls.peerNotAfter(connection.client.session())).isEqualTo(YEAR.notAfter());
  }

  @Test
  void a_client_of_another_authority_is_refused() throws IOException {
    TestPki strangers = new TestPki(directory.resolve("strangers"));
    KeyAndCertificate stranger = strangers.issue("n1");

    TlsConnection connection = connectWith(client(stranger, "TLSv1.3"));

    assertRefused(connection);
  }

  @Test
  void a_server_of_another_authority_is_refused() throws IOException {
    LinkTls stranger = new TestPki(directory.resolve("strangers")).node("n2");

    TlsConnection connection = connect(one, stranger);

    assertThat(connection.client.isOpen()).isFalse();
    assertThat(connection.client.hasShakenHands()).isFalse();
    assertThat(connection.client.failure()).contains("unable to find valid certification path");
    assertThat(connection.server.isOpen()).isFalse();
  }

  @Test
  void a_client_without_a_certificate_is_refused() throws IOException {
    TlsConnection connection =
        connectWith(
            SslContextBuilder.forClient()
                .trustManager(pki.authority.own().certificate())
                .endpointIdentificationAlgorithm(""));

    assertRefused(connection);
    assertThat(connection.server.failure()).contains("Empty client certificate chain");
  }

  @Test
  void an_older_version_of_tls_is_refused() throws IOException {
    TlsConnection connection = connectWith(client(pki.issue("n1"), "TLSv1.2"));

    assertRefused(connection);
    assertThat(connection.client.hasShakenHands()).isFalse();
  }

  @ParameterizedTest
  @FieldSource("OUT_OF_DATE")
  void a_client_whose_certificate_is_not_valid_now_is_refused(Validity validity)
      throws IOException {
    KeyAndCertificate outOfDate = pki.authority.issue(Subject.node(CLUSTER, "n1"), validity);

    assertRefused(connectWith(client(outOfDate, "TLSv1.3")));
  }

  @ParameterizedTest
  @FieldSource("OUT_OF_DATE")
  void a_server_whose_certificate_is_not_valid_now_is_refused(Validity validity)
      throws IOException {
    KeyAndCertificate outOfDate = pki.authority.issue(Subject.node(CLUSTER, "n2"), validity);
    SslHandler server =
        SslContextBuilder.forServer(outOfDate.key(), outOfDate.certificate())
            .trustManager(pki.authority.own().certificate())
            .clientAuth(ClientAuth.REQUIRE)
            .build()
            .newHandler(ALLOCATOR);

    TlsConnection connection = new TlsConnection(one.clientHandler(ALLOCATOR), server);

    assertThat(connection.client.hasShakenHands()).isFalse();
    assertThat(connection.client.isOpen()).isFalse();
  }

  @Test
  void plain_text_is_refused() {
    TlsConnection.End server = new TlsConnection.End(two.serverHandler(ALLOCATOR, Runnable::run));

    server
        .channel()
        .writeInbound(Unpooled.copiedBuffer("GET / HTTP/1.1\r\n\r\n", StandardCharsets.US_ASCII));

    assertThat(server.isOpen()).isFalse();
    assertThat(server.failure()).contains("not an SSL/TLS record");
  }

  @Test
  void who_does_not_begin_a_handshake_is_not_waited_for() {
    TlsConnection.End server = new TlsConnection.End(two.serverHandler(ALLOCATOR, Runnable::run));

    server.channel().freezeTime();
    server.channel().advanceTimeBy(4, TimeUnit.SECONDS);
    server.channel().runScheduledPendingTasks();
    assertThat(server.isOpen()).isTrue();
    server.channel().advanceTimeBy(2, TimeUnit.SECONDS);
    server.channel().runScheduledPendingTasks();

    assertThat(server.isOpen()).isFalse();
    assertThat(server.handshakeFailure()).hasMessageContaining("handshake timed out");
  }

  private TlsConnection connectAs(Subject subject) throws IOException {
    return connectWith(client(pki.authority.issue(subject, YEAR), "TLSv1.3"));
  }

  private TlsConnection connectWith(SslContextBuilder client) throws SSLException {
    return new TlsConnection(
        client.build().newHandler(ALLOCATOR, "127.0.0.1", 7081),
        two.serverHandler(ALLOCATOR, Runnable::run));
  }

  /** A client that shows a certificate whatever it is worth. */
  private SslContextBuilder client(KeyAndCertificate shown, String protocol) {
    return SslContextBuilder.forClient()
        .keyManager(shown.key(), shown.certificate())
        .trustManager(pki.authority.own().certificate())
        .protocols(protocol)
        .endpointIdentificationAlgorithm("");
  }

  /** A client of TLS 1.3 may have thought that all was well, until it was told. */
  private static void assertRefused(TlsConnection connection) {
    assertThat(connection.server.hasShakenHands()).isFalse();
    assertThat(connection.server.isOpen()).isFalse();
    assertThat(connection.client.isOpen()).isFalse();
  }
}
