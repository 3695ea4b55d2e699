package io.tenure.gateway.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** A client that sends exactly the bytes it is told to. */
final class Wire implements AutoCloseable {

  private static final int TIMEOUT_MILLIS = 20_000;

  /** An answer; names of headers are in lower case. */
  record Reply(String statusLine, Map<String, String> headers, String body) {
    int status() {
      return Integer.parseInt(statusLine.substring(9, 12));
    }

    String header(String name) {
      return headers.getOrDefault(name, "");
    }
  }

  private final Socket socket;
  private final InputStream input;

  Wire(int port) throws IOException {
    this(new Socket(InetAddress.getLoopbackAddress(), port));
  }

  Wire(Socket socket) throws IOException {
    this.socket = socket;
    socket.setSoTimeout(TIMEOUT_MILLIS);
    input = new BufferedInputStream(socket.getInputStream());
  }

  void send(String text) throws IOException {
    send(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    socket.getOutputStream().flush();
  }

  void endOutput() throws IOException {
    socket.shutdownOutput();
  }

  Reply read() throws IOException {
    Reply head = readHead();
    int length = Integer.parseInt(head.headers().getOrDefault("content-length", "0"));
    byte[] body = input.readNBytes(length);
    if (body.length < length) {
      throw new EOFException("body cut short");
    }
    return new Reply(head.statusLine(), head.headers(), new String(body, StandardCharsets.UTF_8));
  }

  /** Reads an answer that has no body, whatever its headers say. */
  Reply readHead() throws IOException {
    String statusLine = readLine();
    assertThat(statusLine).startsWith("HTTP/1.1 ");
    Map<String, String> headers = new LinkedHashMap<>();
    for (String line = readLine(); !line.isEmpty(); line = readLine()) {
      int colon = line.indexOf(": ");
      assertThat(colon).as(line).isPositive();
      headers.put(line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 2));
    }
    return new Reply(statusLine, headers, "");
  }

  void expectEnd() throws IOException {
    assertThat(input.read()).isEqualTo(-1);
  }

  private String readLine() throws IOException {
    StringBuilder line = new StringBuilder();
    while (true) {
      int c = input.read();
      if (c < 0) {
        throw new EOFException("no answer, but <" + line + ">");
      }
      if (c == '\n') {
        assertThat(line).endsWith("\r");
        return line.substring(0, line.length() - 1);
      }
      line.append((char) c);
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
