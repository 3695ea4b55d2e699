package io.tenure.node;

import java.time.Duration;
import java.util.Optional;

/**
 * Somebody who wants resources and speaks one of the dialects. What all dialects promise is asked
 * of parties, so that it is written down once.
 */
interface Party {

  /** What became of a wish about something that is held, or was. */
  enum Answer {
    DONE,
    NOT_HELD,
    NOT_YOURS
  }

  /** Something that a party holds, and the proof that it does. */
  interface Hold {

    long token();

    Answer renew(Duration ttl);

    Answer release();

    /** The same, with a proof that is wrong. */
    Hold forged();
  }

  String dialect();

  /** What the dialect calls the resource that this name stands for in the one lock space. */
  String resource(String name);

  /** Tries once; nothing if somebody else holds it. Leaves no trace then. */
  Optional<Hold> acquire(String name, String owner, Duration ttl);
}
