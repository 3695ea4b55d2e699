package io.tenure.node;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of a process that can no longer trust itself. Nothing is closed or flushed on the way
 * out: what is on disk is all that may count.
 */
final class ProcessHalt {
  private static final Logger log = LoggerFactory.getLogger(ProcessHalt.class);

  private ProcessHalt() {}

  static void halt(String reason) {
    log.error("this node stops itself, because to go on could do harm: {}", reason);
    Runtime.getRuntime().halt(ExitCode.FAIL_STOP);
  }
}
