package io.tenure.client.transport;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A node that answers each request with the next of the bytes that it was given. */
public final class ScriptedNode implements AutoCloseable {

  /** Reads the request and says nothing. */
  public static final String SILENCE = "";

  private static final Pattern LENGTH = Pattern.compile("Content-Length: ([0-9]+)");

  private final ServerSocket server = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
  private final ConcurrentLinkedQueue<String> answers;
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final AtomicInteger connections = new AtomicInteger();
  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch closedByClient = new CountDownLatch(1);

  public ScriptedNode(List<String> answers) throws IOException {
    this.answers = new ConcurrentLinkedQueue<>(answers);
    start(this::accept);
  }

  public URI url() {
    return URI.create("http://127.0.0.1:" + server.getLocalPort());
  }

  public List<String> requests() {
    return requests;
  }

  int connections() {
    return connections.get();
  }

  public void awaitRequest() throws InterruptedException {
    if (!asked.await(20, TimeUnit.SECONDS)) {
      throw new AssertionError("nothing was asked");
    }
  }

  boolean awaitClosedByClient() throws InterruptedException {
    return closedByClient.await(20, TimeUnit.SECONDS);
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "scripted-node");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      while (!server.isClosed()) {
        Socket socket = server.accept();
        connections.incrementAndGet();
        sockets.add(socket);
        start(() -> serve(socket));
      }
    } catch (IOException closed) {
      connections.get(); // nothing more will come
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      InputStream in = socket.getInputStream();
      for (String request = read(in); !request.isEmpty(); request = read(in)) {
        requests.add(request);
        asked.countDown();
        String answer = answers.poll();
        if (answer != null && !answer.isEmpty()) {
          socket.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
          if (answer.contains("Connection: close")) {
            return;
          }
        }
      }
      closedByClient.countDown();
    } catch (IOException ended) {
      closedByClient.countDown();
    }
  }

  private static String read(InputStream in) throws IOException {
    StringBuilder text = new StringBuilder();
    while (text.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) {
        return "";
      }
      text.append((char) next);
    }
    Matcher length = LENGTH.matcher(text);
    if (length.find()) {
      byte[] body = in.readNBytes(Integer.parseInt(length.group(1)));
      text.append(new String(body, StandardCharsets.UTF_8));
    }
    return text.toString();
  }

  /** For use where checked exceptions are in the way. */
  public static ScriptedNode of(String... answers) {
    try {
      return new ScriptedNode(List.of(answers));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
