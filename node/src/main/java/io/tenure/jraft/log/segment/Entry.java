package io.tenure.jraft.log.segment;

import java.nio.ByteBuffer;

/** What is to be written to the log as one record. */
public interface Entry {

  /** Its number; each is larger by one than that before. */
  long index();

  /** Of Raft; only kept here. */
  long term();

  /** How many bytes {@link #writeTo} writes. */
  int length();

  void writeTo(ByteBuffer target);
}
