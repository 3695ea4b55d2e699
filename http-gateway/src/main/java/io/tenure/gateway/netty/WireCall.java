package io.tenure.gateway.netty;

import io.netty.handler.ssl.SslHandler;
import io.tenure.gateway.Call;
import io.tenure.service.Caller;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/** A call as it came over a connection. */
final class WireCall implements Call {

  /**
   * What all calls of a connection have in common.
   *
   * @param peer the client's address
   * @param scheme such as {@code http://}
   * @param local the server's own address and port, for clients that name none
   * @param publicUrl how clients reach this server, whatever a request says; null if it tells
   * @param tls null for plain HTTP
   */
  record Ends(
      String peer,
      String scheme,
      String local,
      @Nullable String publicUrl,
      @Nullable SslHandler tls) {

    Optional<X509Certificate> certificate() {
      try {
        return tls != null
                && tls.engine().getSession().getPeerCertificates()[0]
                    instanceof X509Certificate shown
            ? Optional.of(shown)
            : Optional.empty();
      } catch (SSLPeerUnverifiedException anonymous) {
        return Optional.empty();
      }
    }
  }

  private final RequestHead head;
  private final byte[] body;
  private final Ends ends;
  private final Caller caller;

  WireCall(RequestHead head, byte[] body, Ends ends, Caller caller) {
    this.head = head;
    this.body = body;
    this.ends = ends;
    this.caller = caller;
  }

  @Override
  public String method() {
    return head.line().method();
  }

  @Override
  public String rawPath() {
    return head.line().rawPath();
  }

  @Override
  public Optional<String> rawQuery() {
    return Optional.ofNullable(head.line().rawQuery());
  }

  @Override
  public Optional<String> header(String name) {
    return head.header(name);
  }

  @Override
  public List<String> headers(String name) {
    return head.headers(name);
  }

  @Override
  public byte[] body() {
    return body;
  }

  @Override
  public String peer() {
    return ends.peer();
  }

  @Override
  public Optional<X509Certificate> certificate() {
    return ends.certificate();
  }

  @Override
  public String origin() {
    String known = ends.publicUrl();
    return known == null ? asked() : known;
  }

  /** As which origin the client asks for this server. */
  String asked() {
    String authority = head.line().authority();
    String host = authority.isEmpty() ? head.header("Host").orElse("") : authority;
    return ends.scheme() + (host.isEmpty() ? ends.local() : host);
  }

  @Override
  public Caller caller() {
    return caller;
  }
}
