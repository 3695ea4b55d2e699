package io.tenure.chaos.history;

/**
 * The names of an operation's fields, and the words that stand in them. Workloads write them,
 * checkers and reports read them.
 */
public final class Field {

  /** Asked: the node that the request was sent to. */
  public static final String NODE = "node";

  /** Asked: the ttl, in milliseconds. */
  public static final String TTL_MILLIS = "ttl_ms";

  /** Asked: to be answered only when something changes, or after so many milliseconds. */
  public static final String WAIT_MILLIS = "wait_ms";

  /** Asked: the claim's own name, unique to one wish; the cluster keeps it as user data. */
  public static final String MARKER = "marker";

  /** Asked: the {@code Idempotency-Key}. */
  public static final String REQUEST_KEY = "request_key";

  /** Asked: true for a read that the node may answer from its own state. */
  public static final String LOCAL = "local";

  /** Asked: the token (or generation, or version) that was shown as proof. */
  public static final String PROOF = "proof";

  /** Asked or answered: the owner that a lock was taken for, or is held by. */
  public static final String OWNER = "owner";

  /** Asked: the status that a claim is to end with. */
  public static final String ENDING = "ending";

  /** Asked or answered: the claim's id. */
  public static final String CLAIM = "claim";

  /** Answered: what it came to; one of the words in {@link Result}. */
  public static final String RESULT = "result";

  /** Answered: the claim's status. */
  public static final String STATUS = "status";

  /** Answered: the fencing token, generation or version; in a write, the token that it showed. */
  public static final String TOKEN = "token";

  /** Answered: what is left of the ttl, in microseconds. */
  public static final String REMAINING_MICROS = "remaining_us";

  /** Answered: how old a local read may be, in microseconds. */
  public static final String STALENESS_MICROS = "staleness_us";

  /** Answered: true if the node says that it gives an earlier answer again. */
  public static final String REPLAYED = "replayed";

  /** Answered: the place in the queue. */
  public static final String POSITION = "position";

  /**
   * Answered: the number of the connection; one connection leads to one run of a node's process.
   */
  public static final String CONNECTION = "connection";

  /** Answered: the HTTP status or the gRPC code. */
  public static final String CODE = "code";

  /** Answered: why there was no answer, for people. */
  public static final String REASON = "reason";

  /** A reason: the client did not wait for an answer. */
  public static final String HUNG_UP = "hung up";

  /** The begin of a reason: there was nobody to ask. */
  public static final String NOT_SENT = "not sent: ";

  /** Asked of a stream of events: the last one that was seen before, or nothing. */
  public static final String LAST_EVENT = "last_event";

  /** Answered by a stream: where it starts, the id of its first message. */
  public static final String STREAM_START = "stream_start";

  /** Answered by a stream: when its first message came. */
  public static final String STREAM_NANOS = "stream_ns";

  /** Answered by a stream: the id of its last message, of whatever kind. */
  public static final String STREAM_END = "stream_end";

  /** Answered by a stream: its messages in their order, as maps of the fields below. */
  public static final String EVENTS = "events";

  /** In a message: its id. */
  public static final String EVENT_ID = "id";

  /** In a message: its kind; in a gap, {@link #AFTER} and {@link #UNTIL} say of what. */
  public static final String EVENT = "event";

  public static final String AFTER = "after";
  public static final String UNTIL = "until";
  public static final String RESOURCE = "resource";

  /** Answered to a census: all claims of the key, as maps of the fields above. */
  public static final String CLAIMS = "claims";

  /** Answered to a write: its place among all writes to the register. */
  public static final String SEQUENCE = "sequence";

  /** Asked in a write: when the request was sent that was answered with the token. */
  public static final String ASKED_NANOS = "asked_ns";

  /** Asked in a write: how long the lease lasted from then on, by the answer. */
  public static final String LEFT_NANOS = "left_ns";

  private Field() {}

  /** What an operation came to. */
  public static final class Result {
    public static final String GRANTED = "granted";
    public static final String QUEUED = "queued";
    public static final String RENEWED = "renewed";

    /** The claim is active, and the answer says exactly what is left of its ttl. */
    public static final String CONFIRMED = "confirmed";

    public static final String ENDED = "ended";

    /** Refused: somebody has it. */
    public static final String HELD = "held";

    /** Refused: nobody has it, or the claim has ended. */
    public static final String GONE = "gone";

    /** Refused: it is held, but not with this proof. */
    public static final String OTHER = "other";

    /** A read that found something. */
    public static final String SEEN = "seen";

    /** A read that found nothing. */
    public static final String ABSENT = "absent";

    /** A write that the register took. */
    public static final String TAKEN = "taken";

    /** A write that the register refused, because it has seen a larger token. */
    public static final String REFUSED = "refused";

    /** Anything else that the cluster answered. */
    public static final String ODD = "odd";

    private Result() {}
  }
}
