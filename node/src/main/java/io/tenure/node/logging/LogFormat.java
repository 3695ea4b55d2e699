package io.tenure.node.logging;

/** How a log line looks. */
public enum LogFormat {
  /** For people: time, level, message. */
  TEXT,
  /** For machines: one JSON object. */
  JSON
}
