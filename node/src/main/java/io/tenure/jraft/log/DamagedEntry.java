package io.tenure.jraft.log;

import com.alipay.sofa.jraft.entity.EnumOutter.EntryType;
import com.alipay.sofa.jraft.entity.LogEntry;
import com.alipay.sofa.jraft.entity.LogId;

/** Stands for an entry that should be there and cannot be read: JRaft stops when it gets one. */
final class DamagedEntry extends LogEntry {

  DamagedEntry(long index) {
    super(EntryType.ENTRY_TYPE_DATA);
    setId(new LogId(index, 0));
  }

  @Override
  public boolean isCorrupted() {
    return true;
  }
}
