package io.tenure.simulation;

import io.tenure.kernel.Request;
import io.tenure.kernel.Result;

/** A client's request on its way; copies of it may be on their way, too. */
record Message(int client, long operation, Request request, long sentMicros) {

  /** What a leader says to one copy. */
  record Answer(Message message, Result result) {}
}
