package io.tenure.config;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

/** Addresses at which only this machine reaches a port, as far as their text shows. */
final class Loopback {

  private static final Pattern IPV4 = Pattern.compile("127(\\.[0-9]{1,3}){3}");

  private Loopback() {}

  /** Host names other than localhost count as open, whatever they stand for today. */
  static boolean contains(String address) {
    return address.equalsIgnoreCase("localhost")
        || IPV4.matcher(address).matches()
        || (address.contains(":") && isLoopback(address));
  }

  /** With a colon it is a number, so nobody is asked for a name. */
  private static boolean isLoopback(String ipv6) {
    try {
      return InetAddress.getByName(ipv6).isLoopbackAddress();
    } catch (UnknownHostException malformed) {
      return false;
    }
  }
}
