package io.tenure.client.machine;

import io.tenure.client.transport.HttpAnswer;
import java.util.Optional;

/**
 * Why a claim failed.
 *
 * @param detail what happened, in one sentence
 * @param answer the last answer that has to do with it: the refusal; of a timeout, the conflict
 *     that names the holder
 */
public record Failure(Kind kind, String detail, Optional<HttpAnswer> answer) {

  /** The ways to fail. */
  public enum Kind {
    /** It was not its turn in time. */
    TIMEOUT,
    /** No node gave a usable answer in time. */
    UNAVAILABLE,
    /** The cluster refused. */
    REFUSED
  }
}
