package io.tenure.replication;

/** A question cannot be answered from memory. It has to be asked again where the disk is read. */
public final class ArchiveNeededException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  ArchiveNeededException() {
    super("only the archive knows", null, false, false);
  }
}
