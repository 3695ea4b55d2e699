package io.tenure.gateway;

/**
 * A body that goes on after its head was sent, for as long as both sides like. It costs no thread:
 * the server tells it what happens, and it sends when it has something to say.
 *
 * <p>The server calls all methods on the connection's event loop, so they must return at once. A
 * stream that never begins, because its client has gone or wanted the head only, is told nothing.
 */
public interface BodyStream {

  /** The head is on its way. Called once, before all others. */
  void begin(Sink sink);

  /** After a {@link Sink#send} that said no, the client has taken enough to go on. */
  void resume();

  /**
   * The client has ended its side. Maybe it still listens: a word without meaning will show, since
   * a client that is gone refuses it.
   */
  void probe();

  /** The client takes nothing for so long that the stream should say its last word and finish. */
  void stalled();

  /** Nothing more can be sent, whoever wanted it so. Called once, after all others. */
  void ended();

  /** Where a stream sends its bytes. Safe for use by any thread; in the end it drops everything. */
  interface Sink {

    /**
     * Sends some bytes, whether or not the client takes them.
     *
     * @return whether there is room for more; if not, {@link BodyStream#resume} will tell
     */
    boolean send(byte[] bytes);

    /** Ends the body, behind all that was sent before. */
    void finish();
  }
}
