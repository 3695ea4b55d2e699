package io.tenure.kernel;

/** What there may be only so many of: a command that would exceed it is refused. */
public enum Limit {
  QUEUE,
  LIVE_CLAIMS,
  NAMESPACE,
  MEMO,
  EPOCH
}
