package io.tenure.gateway;

/** What a route lets a client do. */
public enum Right {
  /** Whatever anybody may know, such as whether a node is alive. */
  NONE,
  /** To see claims, and what is held. */
  READ,
  /** To file claims, and to change those that are the client's own. */
  WRITE,
  /** To end what is somebody else's. */
  REVOKE,
  /** To run the cluster. */
  ADMIN;

  /** Whether a client that may do this must show credentials, where there are any. */
  public boolean needsCredentials() {
    return this == WRITE || this == REVOKE || this == ADMIN;
  }
}
