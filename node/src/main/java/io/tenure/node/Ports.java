package io.tenure.node;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.util.List;

/** Finds out before anything is started whether its ports can be had. */
final class Ports {

  /** A place to listen, and the setting that named it. */
  record Wanted(String setting, String host, int port) {}

  private Ports() {}

  /** Fails with one message that names every port that cannot be had. */
  static void requireFree(List<Wanted> ports) {
    StringBuilder complaints = new StringBuilder();
    int exitCode = ExitCode.PORT_BUSY;
    for (Wanted wanted : ports) {
      try {
        tryToListen(wanted);
      } catch (StartupException refused) {
        complaints.append(complaints.length() == 0 ? "" : "\n").append(refused.getMessage());
        exitCode = refused.exitCode();
      }
    }
    if (complaints.length() > 0) {
      throw new StartupException(exitCode, complaints.toString());
    }
  }

  private static void tryToListen(Wanted wanted) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getByName(wanted.host()), wanted.port()));
    } catch (UnknownHostException unknown) {
      throw new StartupException(
          ExitCode.USAGE, wanted.setting() + ": the host " + wanted.host() + " is not known here");
    } catch (BindException refused) {
      throw refused(wanted, String.valueOf(refused.getMessage()));
    } catch (IOException failure) {
      throw new StartupException(ExitCode.FAILURE, wanted.setting() + ": " + failure);
    }
  }

  private static StartupException refused(Wanted wanted, String why) {
    String place = wanted.setting() + ": port " + wanted.port() + " on " + wanted.host();
    if (why.contains("assign")) {
      return new StartupException(
          ExitCode.USAGE, place + ": this machine does not have that address");
    }
    if (why.contains("denied")) {
      return new StartupException(
          ExitCode.USAGE, place + ": not allowed for this user; take a port above 1023");
    }
    return new StartupException(
        ExitCode.PORT_BUSY,
        place
            + " is busy: stop what listens there (`ss -ltnp 'sport = :"
            + wanted.port()
            + "'` shows it), or choose another port");
  }
}
