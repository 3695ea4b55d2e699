package io.tenure.node.random;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Sends bytes, and understands as much of the answers as it must. Only for one thread. */
public final class RawClient implements AutoCloseable {

  private static final int TIMEOUT_MILLIS = 60_000;
  private static final int CONTINUE = 100;

  /** An answer, and whether it is the last one on its connection. */
  public record Reply(int status, boolean last) {}

  private final Socket socket;
  private final InputStream input;

  public RawClient(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    socket.setTcpNoDelay(true);
    input = new BufferedInputStream(socket.getInputStream());
  }

  /** Sends as much as the server takes: it may answer, and end, before it has read all. */
  public void send(byte[] bytes) throws IOException {
    try {
      socket.getOutputStream().write(bytes);
    } catch (SocketException cut) {
      return; // the answer will tell
    }
  }

  /** Reads the answer to a request of this method. */
  public Reply read(String method) throws IOException {
    String statusLine = line();
    if (!statusLine.matches("HTTP/1\\.1 [1-9][0-9][0-9] .*")) {
      throw new IOException("not an answer: " + statusLine);
    }
    int status = Integer.parseInt(statusLine.substring(9, 12));
    int length = 0;
    boolean last = false;
    for (String header = line(); !header.isEmpty(); header = line()) {
      String lower = header.toLowerCase(Locale.ROOT);
      last |= lower.equals("connection: close");
      if (lower.startsWith("content-length:")) {
        length = Integer.parseInt(lower.substring("content-length:".length()).strip());
      }
    }
    if (status == CONTINUE) {
      return read(method);
    }
    boolean bodiless = method.equals("HEAD") || status == 204 || status == 304;
    input.skipNBytes(bodiless ? 0 : length);
    return new Reply(status, last);
  }

  /** Sends no more, and reads all that comes until the server ends the connection as well. */
  public String drain() throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    try {
      socket.shutdownOutput();
      input.transferTo(all);
    } catch (SocketException cut) {
      return all.toString(StandardCharsets.ISO_8859_1); // what came before counts
    }
    return all.toString(StandardCharsets.ISO_8859_1);
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    while (true) {
      int c = input.read();
      if (c < 0) {
        throw new EOFException("no answer, but <" + line + ">");
      }
      if (c == '\n') {
        return line.toString().stripTrailing();
      }
      line.append((char) c);
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
