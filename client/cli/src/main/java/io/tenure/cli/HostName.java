package io.tenure.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The name of this machine as its system knows it; a variable may be missing or wrong. */
final class HostName {

  private static final Path KERNEL = Path.of("/proc/sys/kernel/hostname");

  private HostName() {}

  static String current() {
    try {
      return Files.readString(KERNEL).strip();
    } catch (IOException notLinux) {
      return ofTheNetwork();
    }
  }

  private static String ofTheNetwork() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException none) {
      return "localhost";
    }
  }
}
