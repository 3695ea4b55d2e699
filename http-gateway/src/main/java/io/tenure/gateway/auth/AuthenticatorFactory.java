package io.tenure.gateway.auth;

import io.tenure.gateway.Authenticator;
import java.io.IOException;
import java.nio.file.Path;

/**
 * An authenticator of the operator's own. A jar on the class path names its factory in {@code
 * META-INF/services}, and {@code auth.by} names it by {@link #name}.
 */
public interface AuthenticatorFactory {

  /** What {@code auth.by} calls it: small letters, digits and dashes. */
  String name();

  /**
   * Makes the authenticator, once, when a node starts.
   *
   * @param directory the node's data directory, where it may find settings of its own
   * @throws IOException if it cannot be made; the message says why, and the node does not start
   */
  Authenticator create(Path directory) throws IOException;
}
