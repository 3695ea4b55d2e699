package io.tenure.link;

/** Answers what other nodes ask. */
public interface LinkService {

  /**
   * Takes a request, in the order in which its sender sent it. Called on the event loop of the
   * connection, so it must not block. What it throws ends the connection.
   */
  void handle(IncomingCall call);
}
