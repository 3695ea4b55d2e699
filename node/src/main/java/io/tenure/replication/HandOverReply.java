package io.tenure.replication;

import java.util.Optional;

/** What a leader says to a request to hand over, with its number on the wire. */
public enum HandOverReply {
  /** Nothing was begun, and asking again would not help. */
  REFUSED(0),
  BEGUN(1),
  /** Nothing was begun: it does not lead, or is handing over already. */
  NOT_NOW(2);

  private final int code;

  HandOverReply(int code) {
    this.code = code;
  }

  public byte[] encoded() {
    return new byte[] {(byte) code};
  }

  /** Empty for what no member of this version says: it may have been begun. */
  public static Optional<HandOverReply> decoded(byte[] reply) {
    for (HandOverReply each : values()) {
      if (reply.length == 1 && reply[0] == each.code) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }
}
