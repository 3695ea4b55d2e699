package io.tenure.simulation;

import io.tenure.codec.RequestCodec;
import io.tenure.kernel.Command;
import io.tenure.kernel.Request;
import io.tenure.kernel.Result;
import org.jspecify.annotations.Nullable;

/**
 * A request on its way to a leader; copies of it may be on their way, too.
 *
 * @param item whose request it is; null if the leader asks for it itself
 */
record Message(SimForwarder.@Nullable Item item, Request request, long sentMicros) {

  /** What a leader proposes of its own accord. */
  static Message own(Command command, long trueMicros) {
    return new Message(null, Request.of(command), trueMicros);
  }

  /** What of it a cluster of this level can read. */
  Message atLevel(int level) {
    return new Message(item, RequestCodec.atLevel(level, request), sentMicros);
  }

  boolean isTick() {
    return request.command() instanceof Command.Tick;
  }

  /** What a leader says to one copy. */
  record Answer(Message message, Result result) {}
}
