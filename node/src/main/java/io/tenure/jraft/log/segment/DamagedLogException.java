package io.tenure.jraft.log.segment;

import java.io.IOException;

/** What is in the log's files was not written so, or parts of it are gone. */
public final class DamagedLogException extends IOException {
  private static final long serialVersionUID = 1L;

  DamagedLogException(String message) {
    super(message);
  }
}
