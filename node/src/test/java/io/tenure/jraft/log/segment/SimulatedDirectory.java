package io.tenure.jraft.log.segment;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A directory in memory that can lose power. Then of what was not synced any part is lost: any
 * sectors of a file, the growth of a file, and any names that were made, changed or deleted.
 */
public final class SimulatedDirectory implements LogDirectory {

  private static final int SECTOR = 64;

  private final Map<String, SimulatedFile> names = new TreeMap<>();
  private final Map<String, SimulatedFile> syncedNames = new TreeMap<>();
  private long changes;
  private long changesLeft = Long.MAX_VALUE;
  private String failure = "";

  /** How many writes, syncs and changes of names there were. */
  public long changes() {
    return changes;
  }

  /** Lets the change after so many others fail, and all after it. */
  public void failAfter(long more, String why) {
    changesLeft = more;
    failure = why;
  }

  /** What is left of it when the power is gone. */
  public SimulatedDirectory afterPowerLoss(Random random) {
    SimulatedDirectory left = new SimulatedDirectory();
    Map<SimulatedFile, SimulatedFile> survivors = new IdentityHashMap<>();
    Set<String> all = new TreeSet<>(names.keySet());
    all.addAll(syncedNames.keySet());
    for (String name : all) {
      SimulatedFile file = (random.nextBoolean() ? names : syncedNames).get(name);
      if (file != null) {
        left.names.put(
            name, survivors.computeIfAbsent(file, any -> file.afterPowerLoss(left, random)));
      }
    }
    left.syncedNames.putAll(left.names);
    return left;
  }

  /**
   * What another process finds when this one was killed: all that was written. What was not synced
   * can still be lost.
   */
  public SimulatedDirectory afterKill() {
    changesLeft = Long.MAX_VALUE;
    return this;
  }

  @Override
  public List<String> names() {
    return List.copyOf(names.keySet());
  }

  @Override
  public LogFile create(String name) throws IOException {
    change();
    if (names.containsKey(name)) {
      throw new IOException(name + " is there already");
    }
    SimulatedFile file = new SimulatedFile(this);
    names.put(name, file);
    return file;
  }

  @Override
  public LogFile open(String name) throws IOException {
    return file(name);
  }

  private SimulatedFile file(String name) throws IOException {
    SimulatedFile file = names.get(name);
    if (file == null) {
      throw new IOException(name + " is not there");
    }
    return file;
  }

  @Override
  public void rename(String from, String to) throws IOException {
    change();
    names.put(to, file(from));
    names.remove(from);
  }

  @Override
  public void delete(String name) throws IOException {
    change();
    file(name);
    names.remove(name);
  }

  @Override
  public void sync() throws IOException {
    change();
    syncedNames.clear();
    syncedNames.putAll(names);
  }

  /** The bytes of a file, to be changed at will; only what is written afterwards is a copy. */
  public byte[] bytes(String name) throws IOException {
    return file(name).bytes;
  }

  private void change() throws IOException {
    changes++;
    if (changesLeft == 0) {
      throw new IOException(failure);
    }
    changesLeft--;
  }

  @Override
  public String toString() {
    return "simulated";
  }

  private static final class SimulatedFile implements LogFile {

    private final SimulatedDirectory directory;
    private byte[] bytes = new byte[0];
    private byte[] synced = new byte[0];

    SimulatedFile(SimulatedDirectory directory) {
      this.directory = directory;
    }

    SimulatedFile afterPowerLoss(SimulatedDirectory other, Random random) {
      int least = Math.min(synced.length, bytes.length);
      int size = least + random.nextInt(Math.abs(bytes.length - synced.length) + 1);
      SimulatedFile left = new SimulatedFile(other);
      left.bytes = Arrays.copyOf(synced, random.nextInt(3) == 0 ? size : bytes.length);
      double survival = random.nextInt(4) / 3.0; // none, some, most or all of the sectors
      for (int at = 0; at < left.bytes.length; at += SECTOR) {
        if (random.nextDouble() < survival) {
          System.arraycopy(bytes, at, left.bytes, at, Math.min(SECTOR, left.bytes.length - at));
        }
      }
      left.synced = left.bytes.clone();
      return left;
    }

    @Override
    public long size() {
      return bytes.length;
    }

    @Override
    public synchronized void read(ByteBuffer target, long position) throws IOException {
      if (position + target.remaining() > bytes.length) {
        throw new EOFException();
      }
      target.put(bytes, (int) position, target.remaining());
    }

    @Override
    public synchronized void write(ByteBuffer source, long position) throws IOException {
      boolean fails = directory.changesLeft == 0;
      if (fails) {
        source.limit(source.position() + source.remaining() / 2); // breaks off half way
      }
      int end = (int) position + source.remaining();
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length, end));
      source.get(bytes, (int) position, source.remaining());
      directory.change();
    }

    @Override
    public void force() throws IOException {
      directory.change();
      synced = bytes.clone();
    }

    @Override
    public void close() {}
  }
}
