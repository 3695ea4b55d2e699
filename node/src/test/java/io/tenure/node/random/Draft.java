package io.tenure.node.random;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** A request in the making. Its end is always clear, whatever else is wrong with it. */
final class Draft {

  private static final Pattern UNFIT = Pattern.compile("[\\s\\x00]");
  private static final Pattern LINE_ENDS = Pattern.compile("[\\r\\n\\x00]");

  private final String method;
  private final String target;
  private final StringBuilder headers = new StringBuilder();
  private String body = "";

  Draft(String method, String target) {
    this.method = method;
    this.target = UNFIT.matcher(target).replaceAll("");
  }

  Draft header(String name, String value) {
    headers
        .append(name)
        .append(": ")
        .append(LINE_ENDS.matcher(value).replaceAll(""))
        .append("\r\n");
    return this;
  }

  Draft body(String bytes) {
    body = bytes;
    return this;
  }

  RandomRequest finish(Chance chance) {
    decorate(chance);
    String version = chance.once(60) ? "HTTP/1.0" : "HTTP/1.1";
    String host = chance.once(80) ? "" : "Host: localhost\r\n";
    String connection = chance.once(100) ? "Connection: close\r\n" : "";
    String head = method + " " + target + " " + version + "\r\n" + host + connection + headers;
    String framed = head + (chance.once(8) ? chunked(chance) : sized());
    // what is likely to be the last on its connection travels alone
    boolean ordinary =
        version.equals("HTTP/1.1") && connection.isEmpty() && !host.isEmpty() && isSmall(head);
    return new RandomRequest(method, latin(framed), ordinary);
  }

  private boolean isSmall(String head) {
    return target.length() < 7_000 && head.length() < 12_000 && body.length() < 60_000;
  }

  private void decorate(Chance chance) {
    if (chance.once(3)) {
      String type =
          chance.one(
              "application/json", "text/plain", "application/xml", "multipart/form-data", ";", "");
      header("Content-Type", type);
    }
    if (chance.once(6)) {
      String accept =
          chance.one("text/html", "application/json", "*/*;q=x", "text/plain;q=0", "a/b,,,", "*");
      header("Accept", accept);
    }
    if (chance.once(6)) {
      header("Idempotency-Key", chance.once(2) ? chance.name() : chance.headerValue());
    }
    if (chance.once(20)) {
      header("Idempotency-Key", chance.name());
      header("Idempotency-Key", chance.name());
    }
    if (chance.once(20)) {
      header("Prefer", chance.one("wait=0", "wait=0.01", "wait=-1", "wait=x", "wait", "a, wait=0"));
    }
    if (chance.once(12)) {
      header(chance.one("X-Quorum-Client-ID", "Authorization", "X-Any"), chance.headerValue());
    }
    if (chance.once(60)) {
      header("X-Large", "v".repeat(chance.below(20_000)));
    }
  }

  private String sized() {
    return "Content-Length: " + latin(body).length + "\r\n\r\n" + body;
  }

  private String chunked(Chance chance) {
    StringBuilder text = new StringBuilder("Transfer-Encoding: chunked\r\n\r\n");
    int from = 0;
    while (from < body.length()) {
      int to = Math.min(body.length(), from + 1 + chance.below(200));
      text.append(Integer.toHexString(to - from)).append("\r\n");
      text.append(body, from, to).append("\r\n");
      from = to;
    }
    return text.append("0\r\n\r\n").toString();
  }

  private static byte[] latin(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
