package io.tenure.node.logging;

import java.util.List;
import org.slf4j.event.Level;

/** Which logger may say what. */
final class LogLevels {
  static final String OURS = "io.tenure";

  /**
   * Libraries that warn in the course of every start, election and stop, or of bad clients. The
   * pipeline warns of what goes wrong on a connection that we have closed already.
   */
  private static final List<String> MUTED =
      List.of("com.alipay.", "io.grpc.", "io.netty.channel.DefaultChannelPipeline");

  /** Those that even report errors while a peer is down, once per attempt to reach it. */
  private static final List<String> SILENT =
      List.of(
          "com.alipay.sofa.jraft.core.ReplicatorGroupImpl",
          "com.alipay.sofa.jraft.rpc.impl.AbstractClientService");

  /** The same, from loggers whose other errors matter. */
  private static final List<String> EVERYDAY =
      List.of(
          "Fail to add a replicator",
          "Fail to check install snapshot connection",
          "Fail to init sending channel",
          "Fail to run ConfigurationChangeDone"); // a leader that was replaced at once

  private LogLevels() {}

  /**
   * The lowest level at which a logger is heard, as a number of {@link Level#toInt}.
   *
   * @param chosen the level of our own loggers; below INFO libraries speak up too
   */
  static int threshold(String logger, Level chosen) {
    if (logger.startsWith(OURS)) {
      return chosen.toInt();
    }
    if (chosen == Level.TRACE) {
      return Level.DEBUG.toInt();
    }
    if (chosen == Level.DEBUG) {
      return Level.INFO.toInt();
    }
    if (SILENT.contains(logger)) {
      return Integer.MAX_VALUE;
    }
    boolean muted = MUTED.stream().anyMatch(logger::startsWith);
    return muted || chosen == Level.ERROR ? Level.ERROR.toInt() : Level.WARN.toInt();
  }

  /** Whether a library's error is none. */
  static boolean isEveryday(String message) {
    return EVERYDAY.stream().anyMatch(message::startsWith);
  }
}
