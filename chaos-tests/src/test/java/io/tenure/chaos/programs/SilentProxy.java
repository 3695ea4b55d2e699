package io.tenure.chaos.programs;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Passes bytes on to a node until it falls silent: as a network does that loses everything. */
final class SilentProxy implements AutoCloseable {

  private final ServerSocket server;
  private final URI node;
  private final ConcurrentLinkedQueue<Socket> sockets = new ConcurrentLinkedQueue<>();
  private volatile boolean silent;

  SilentProxy(URI node) {
    this.node = node;
    try {
      server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    daemon(this::accept);
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + server.getLocalPort());
  }

  /** From now on nothing arrives, in either direction; connections stay open. */
  void fallSilent() {
    silent = true;
  }

  private void accept() {
    try {
      while (true) {
        Socket client = server.accept();
        Socket target = new Socket(node.getHost(), node.getPort());
        sockets.add(client);
        sockets.add(target);
        daemon(() -> pass(client, target));
        daemon(() -> pass(target, client));
      }
    } catch (IOException closed) {
      silent = true;
    }
  }

  private void pass(Socket from, Socket to) {
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] buffer = new byte[4096];
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        if (!silent) {
          out.write(buffer, 0, count);
          out.flush();
        }
      }
      to.shutdownOutput();
    } catch (IOException gone) {
      return;
    }
  }

  private static void daemon(Runnable task) {
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() {
    try {
      server.close();
      for (Socket socket : sockets) {
        socket.close();
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
