package io.tenure.config;

import java.util.regex.Pattern;

/** Text of a certain shape. */
record TextType(String name, Pattern shape, String allowed) implements ValueType<String> {

  private static final String ADDRESS =
      "([A-Za-z0-9][A-Za-z0-9.-]{0,252}|[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*)";

  /** Starts with a letter because a Raft group's name has to. */
  static final TextType CLUSTER_NAME =
      new TextType(
          "name",
          Pattern.compile("[A-Za-z][A-Za-z0-9-]{0,62}"),
          "letters, digits and dashes, a letter first, at most 63");

  static final TextType CLUSTER_ID =
      new TextType(
          "text", Pattern.compile("[A-Za-z0-9-]{1,64}"), "letters, digits and dashes, at most 64");

  static final TextType HOST =
      new TextType(
          "host",
          Pattern.compile("(?!0\\.0\\.0\\.0$|::$)" + ADDRESS),
          "a host name or an IP address that others can reach, without a port");

  static final TextType BIND_ADDRESS =
      new TextType(
          "host",
          Pattern.compile(ADDRESS),
          "a host name or an IP address of this machine; 0.0.0.0 for all");

  static final TextType URL =
      new TextType(
          "URL",
          Pattern.compile("https?://[A-Za-z0-9.:\\[\\]-]{1,255}"),
          "http:// or https:// with a host and maybe a port, without a path");

  static final TextType FILE =
      new TextType(
          "file",
          Pattern.compile("[^\\p{Cntrl}]+"),
          "a path, relative to the directory of this file or absolute");

  /** Each node has its own. */
  static final TextType NODE_FILE =
      new TextType(
          "file",
          Pattern.compile("([^\\p{Cntrl}{}]|" + Pattern.quote(PeerSecurity.NODE) + ")+"),
          FILE.allowed() + "; " + PeerSecurity.NODE + " is the node's id");

  @Override
  public String parse(String text) throws BadValueException {
    if (!shape.matcher(text).matches()) {
      throw new BadValueException("is not " + (name.equals("host") ? "an address" : "a " + name));
    }
    return text;
  }
}
