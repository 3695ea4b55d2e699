package io.tenure.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.NotSslRecordException;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ReasonsTest {

  @Test
  void the_cause_of_all_counts() {
    Exception expired = new CertificateExpiredException("NotAfter: Wed Nov 18");

    assertThat(
            Reasons.of(new DecoderException(new SSLHandshakeException("PKIX").initCause(expired))))
        .isEqualTo("its certificate has expired, NotAfter: Wed Nov 18");
    assertThat(Reasons.of(new CertificateNotYetValidException("NotBefore: Thu Nov 19")))
        .isEqualTo("its certificate is not valid yet, NotBefore: Thu Nov 19");
    assertThat(Reasons.of(new DecoderException(new NotSslRecordException("not TLS: 47455420"))))
        .isEqualTo("it does not speak TLS");
    assertThat(Reasons.of(new ClosedChannelException())).isEqualTo("the connection was closed");
  }

  @Test
  void a_reason_is_one_line_that_is_not_long() {
    assertThat(Reasons.of(new IllegalStateException("one\ntwo"))).isEqualTo("one two");
    assertThat(Reasons.of(new IllegalStateException("a".repeat(1_000)))).hasSize(300);
    assertThat(Reasons.of(new IllegalStateException()))
        .isEqualTo("java.lang.IllegalStateException");
  }
}
