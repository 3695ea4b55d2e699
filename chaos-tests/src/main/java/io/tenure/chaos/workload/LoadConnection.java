package io.tenure.chaos.workload;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tenure.chaos.workload.HttpWire.Ask;
import io.tenure.chaos.workload.HttpWire.Reply;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/** One connection that speaks just enough HTTP/1.1. Every read has an end in time and in size. */
final class LoadConnection implements AutoCloseable {

  private static final AtomicLong NUMBERS = new AtomicLong();
  private static final int MAX_LINE = 64 * 1024;
  private static final int MAX_BODY = 64 * 1024 * 1024;

  private final long number = NUMBERS.incrementAndGet();
  private final String host;
  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;
  private long until;

  private LoadConnection(String host, Socket socket) throws IOException {
    this.host = host;
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream());
    this.out = socket.getOutputStream();
  }

  static LoadConnection open(URI url, @Nullable SSLContext tls, Duration timeout)
      throws IOException {
    boolean secure = "https".equals(url.getScheme());
    int port = url.getPort() >= 0 ? url.getPort() : secure ? 443 : 80;
    Socket socket = new Socket();
    try {
      socket.setTcpNoDelay(true);
      socket.connect(new InetSocketAddress(url.getHost(), port), (int) timeout.toMillis());
      Socket used = secure ? encrypted(socket, url.getHost(), port, tls, timeout) : socket;
      return new LoadConnection(url.getHost() + ":" + port, used);
    } catch (IOException failure) {
      socket.close();
      throw failure;
    }
  }

  private static Socket encrypted(
      Socket socket, String host, int port, @Nullable SSLContext tls, Duration timeout)
      throws IOException {
    SSLSocketFactory factory =
        tls != null ? tls.getSocketFactory() : (SSLSocketFactory) SSLSocketFactory.getDefault();
    SSLSocket secure = (SSLSocket) factory.createSocket(socket, host, port, true);
    SSLParameters parameters = secure.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    secure.setSSLParameters(parameters);
    secure.setSoTimeout((int) timeout.toMillis());
    secure.startHandshake();
    return secure;
  }

  /** Whether the other side has neither closed it nor sent what nobody asked for. */
  boolean isUsable() {
    try {
      socket.setSoTimeout(1);
      in.read();
      return false;
    } catch (SocketTimeoutException silent) {
      return true;
    } catch (IOException broken) {
      return false;
    }
  }

  void write(Ask ask, String token) throws IOException {
    byte[] body = ask.body().getBytes(UTF_8);
    StringBuilder head = new StringBuilder(256);
    head.append(ask.method()).append(' ').append(ask.path()).append(" HTTP/1.1\r\n");
    header(head, "Host", host);
    if (!token.isEmpty()) {
      header(head, "Authorization", "Bearer " + token);
    }
    if (body.length > 0 || !ask.method().equals("GET")) {
      header(head, "Content-Length", Integer.toString(body.length));
    }
    ask.headers().forEach((name, value) -> header(head, name, value));
    head.append("\r\n");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(head.toString().getBytes(UTF_8));
    bytes.writeBytes(body);
    out.write(bytes.toByteArray());
    out.flush();
  }

  private static void header(StringBuilder head, String name, String value) {
    head.append(name).append(": ").append(value).append("\r\n");
  }

  /**
   * Reads one answer.
   *
   * @param untilNanos by {@link System#nanoTime}
   */
  Reply read(boolean headOnly, long untilNanos) throws IOException {
    until = untilNanos;
    String[] start = line().split(" ", 3);
    if (start.length < 2 || !start[0].startsWith("HTTP/1.")) {
      throw new IOException("not an answer: " + String.join(" ", start));
    }
    int status = Integer.parseInt(start[1]);
    Map<String, String> headers = headers();
    byte[] body = headOnly || status == 204 || status == 304 ? new byte[0] : body(headers);
    return new Reply(status, headers, new String(body, UTF_8), number);
  }

  /**
   * Reads an answer that need not end, line by line, until the time is over or it ends.
   *
   * @return the head of the answer; the body too if it is no stream but a refusal
   */
  Reply readStream(Consumer<String> line, long untilNanos) throws IOException {
    until = untilNanos;
    String[] start = line().split(" ", 3);
    if (start.length < 2 || !start[0].startsWith("HTTP/1.")) {
      throw new IOException("not an answer: " + String.join(" ", start));
    }
    int status = Integer.parseInt(start[1]);
    Map<String, String> headers = headers();
    if (status != 200) {
      return new Reply(status, headers, new String(body(headers), UTF_8), number);
    }
    try {
      readLines(line);
    } catch (SocketTimeoutException | EOFException over) {
      return new Reply(status, headers, "", number); // whole lines were passed on
    }
    return new Reply(status, headers, "", number);
  }

  private void readLines(Consumer<String> line) throws IOException {
    ByteArrayOutputStream begun = new ByteArrayOutputStream();
    for (int size = chunkSize(); size > 0; size = chunkSize()) {
      for (byte each : exactly(size)) {
        if (each == '\n') {
          line.accept(begun.toString(UTF_8).stripTrailing());
          begun.reset();
        } else {
          begun.write(each);
        }
      }
      line();
    }
  }

  private Map<String, String> headers() throws IOException {
    Map<String, String> headers = new HashMap<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      if (colon > 0) {
        String name = line.substring(0, colon).toLowerCase(Locale.ROOT);
        headers.put(name, line.substring(colon + 1).strip());
      }
    }
    return headers;
  }

  private byte[] body(Map<String, String> headers) throws IOException {
    if ("chunked".equalsIgnoreCase(headers.get("transfer-encoding"))) {
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      for (int size = chunkSize(); size > 0; size = chunkSize()) {
        all.writeBytes(exactly(size));
        line();
        if (all.size() > MAX_BODY) {
          throw new IOException("the answer is too long");
        }
      }
      headers();
      return all.toByteArray();
    }
    return exactly(Integer.parseInt(headers.getOrDefault("content-length", "0")));
  }

  private int chunkSize() throws IOException {
    return Integer.parseInt(line().split(";", 2)[0].strip(), 16);
  }

  private byte[] exactly(int size) throws IOException {
    if (size > MAX_BODY) {
      throw new IOException("the answer is too long");
    }
    byte[] bytes = new byte[size];
    int have = 0;
    while (have < size) {
      awaitNoLonger();
      int read = in.read(bytes, have, size - have);
      if (read < 0) {
        throw new EOFException("the connection was closed in the middle of an answer");
      }
      have += read;
    }
    return bytes;
  }

  private String line() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(64);
    while (bytes.size() < MAX_LINE) {
      awaitNoLonger();
      int read = in.read();
      if (read < 0) {
        throw new EOFException("the connection was closed without an answer");
      }
      if (read == '\n') {
        return bytes.toString(UTF_8).stripTrailing();
      }
      bytes.write(read);
    }
    throw new IOException("a line of the answer is too long");
  }

  private void awaitNoLonger() throws IOException {
    if (in.available() > 0) {
      return;
    }
    long left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
    if (left <= 0) {
      throw new SocketTimeoutException("the time is over");
    }
    socket.setSoTimeout((int) left);
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException gone) {
      // It is gone either way.
      return;
    }
  }
}
