package io.tenure.jraft.log;

import com.alipay.sofa.jraft.entity.LogEntry;
import java.io.IOException;

/** The log of an older version, to be read once. */
interface OldLog extends AutoCloseable {

  /** Opens the log. */
  interface Opener {
    OldLog open() throws IOException;
  }

  long first();

  /** The index of the last entry; less than that of the first if there is none. */
  long last();

  LogEntry entry(long index) throws IOException;

  @Override
  void close();
}
