package io.tenure.link;

import io.netty.handler.ssl.NotSslRecordException;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import org.jspecify.annotations.Nullable;

/** Failures in words that fit into a line of the log. */
final class Reasons {

  private static final int MAX_LENGTH = 300;

  private Reasons() {}

  static String of(@Nullable Throwable failure) {
    if (failure == null) {
      return "unknown";
    }
    Throwable root = failure;
    for (int i = 0; i < 8 && root.getCause() != null; i++) {
      root = root.getCause();
    }
    String line = words(root).replaceAll("\\p{Cntrl}", " ");
    return line.length() > MAX_LENGTH ? line.substring(0, MAX_LENGTH) : line;
  }

  /**
   * Not what a stranger has sent, which would be another line each time; and what Java only hints
   * at.
   */
  private static String words(Throwable root) {
    if (root instanceof NotSslRecordException) {
      return "it does not speak TLS";
    }
    if (root instanceof ClosedChannelException) {
      return "the connection was closed";
    }
    if (root instanceof CertificateExpiredException) {
      return "its certificate has expired, " + root.getMessage();
    }
    if (root instanceof CertificateNotYetValidException) {
      return "its certificate is not valid yet, " + root.getMessage();
    }
    return root.getMessage() == null ? root.toString() : root.getMessage();
  }
}
