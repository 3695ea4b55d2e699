package io.tenure.gateway;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads server-sent events from a socket, and nothing more than it is asked for. */
public final class EventReader implements AutoCloseable {

  /** One event; id and data may be empty. A block of comments alone has the name {@code :}. */
  public record Event(String id, String name, String data) {}

  private static final int MOST_COMMENTS = 60;
  private static final int TIMEOUT_MILLIS = 30_000;

  private final Socket socket;
  private final InputStream input;
  private final List<String> head = new ArrayList<>();
  private boolean chunked;
  private int left;
  private String lastId = "";

  /**
   * Opens a stream.
   *
   * @param url with its query
   * @param headers each a whole line
   */
  public EventReader(String url, String... headers) throws IOException {
    this(new Socket(), url, "HTTP/1.1", headers);
  }

  /** Opens a stream over a socket that is not connected yet, in a version of the protocol. */
  public EventReader(Socket socket, String url, String version, String... headers)
      throws IOException {
    URI uri = URI.create(url);
    this.socket = socket;
    socket.setSoTimeout(TIMEOUT_MILLIS);
    socket.connect(new InetSocketAddress(InetAddress.getByName(uri.getHost()), uri.getPort()));
    String path = uri.getRawPath() + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
    StringBuilder request =
        new StringBuilder("GET " + path + " " + version + "\r\nHost: localhost\r\n");
    for (String header : headers) {
      request.append(header).append("\r\n");
    }
    byte[] bytes = request.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    socket.getOutputStream().write(bytes);
    input = new BufferedInputStream(socket.getInputStream(), 1024);
    readHead();
  }

  private void readHead() throws IOException {
    for (String line = rawLine(); !line.isEmpty(); line = rawLine()) {
      head.add(line);
    }
    chunked = header("Transfer-Encoding").orElse("").equals("chunked");
  }

  public int status() {
    return Integer.parseInt(head.get(0).split(" ")[1]);
  }

  public Optional<String> header(String name) {
    String start = name.toLowerCase(Locale.ROOT) + ": ";
    return head.stream()
        .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(start))
        .map(line -> line.substring(start.length()))
        .findFirst();
  }

  /** The id to resume from. */
  public String lastId() {
    return lastId;
  }

  /** The next event that is not a comment. */
  public Event next() throws IOException {
    for (int i = 0; i < MOST_COMMENTS; i++) {
      Event event = nextBlock();
      if (!event.name().equals(":")) {
        return event;
      }
    }
    throw new IOException("nothing but comments");
  }

  /** The next event of a name, whatever comes before it. */
  public Event await(String name) throws IOException {
    Event event = next();
    while (!event.name().equals(name)) {
      event = next();
    }
    return event;
  }

  /** The next block of lines. */
  public Event nextBlock() throws IOException {
    String id = "";
    String name = ":";
    String data = "";
    for (String line = line(); !line.isEmpty(); line = line()) {
      if (line.startsWith("id: ")) {
        id = line.substring(4);
        lastId = id;
      } else if (line.startsWith("event: ")) {
        name = line.substring(7);
      } else if (line.startsWith("data: ")) {
        data = line.substring(6);
      }
    }
    return new Event(id, name, data);
  }

  /** Waits for the orderly end of the stream, and returns what came before it. */
  public String readToEnd() throws IOException {
    StringBuilder rest = new StringBuilder();
    for (int c = read(); c >= 0; c = read()) {
      rest.append((char) c);
    }
    return rest.toString();
  }

  public void endOutput() throws IOException {
    socket.shutdownOutput();
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = read(); c != '\n'; c = read()) {
      if (c < 0) {
        throw new EOFException("the stream has ended, behind <" + line + ">");
      }
      line.append((char) c);
    }
    return line.toString();
  }

  /** A byte of the body, or -1 at its proper end. */
  private int read() throws IOException {
    if (!chunked) {
      return input.read();
    }
    if (left == 0) {
      left = Integer.parseInt(rawLine(), 16);
      if (left == 0) {
        chunked = false;
        return rawLine().isEmpty() && input.read() < 0 ? -1 : fail();
      }
    }
    int c = input.read();
    left--;
    if (left == 0 && !rawLine().isEmpty()) {
      fail();
    }
    return c;
  }

  private static int fail() throws IOException {
    throw new IOException("the chunks are broken");
  }

  private String rawLine() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = input.read(); c != '\n'; c = input.read()) {
      if (c < 0) {
        throw new EOFException("the connection has ended, behind <" + line + ">");
      }
      line.append((char) c);
    }
    return line.substring(0, line.length() - 1);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
