package io.tenure.jraft;

/** What nodes ask of each other besides Raft itself, in bytes of our own codec. */
record PeerMessage(Kind kind, byte[] payload) {

  /** What a message is about, with its number on the link. */
  enum Kind {
    STATUS(65),
    HAND_OVER(66),
    SUBMIT(67);

    private final int code;

    Kind(int code) {
      this.code = code;
    }

    int code() {
      return code;
    }
  }
}
