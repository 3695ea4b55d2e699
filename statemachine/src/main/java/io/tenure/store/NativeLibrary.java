package io.tenure.store;

import java.io.IOException;
import java.nio.file.Path;
import org.rocksdb.NativeLibraryLoader;

/** RocksDB's own code, which travels inside its jar and has to be a file to be loaded. */
public final class NativeLibrary {

  private NativeLibrary() {}

  /**
   * Loads it from a file in a directory, always of the same name. Left to itself RocksDB makes a
   * new file in the temporary directory at every start, and only a process that ends in order
   * removes it again.
   *
   * @throws IOException if no library can be loaded from there; RocksDB then helps itself
   */
  public static void loadFrom(Path directory) throws IOException {
    try {
      NativeLibraryLoader.getInstance().loadLibrary(directory.toString());
    } catch (UnsatisfiedLinkError | RuntimeException failure) {
      throw new IOException(failure.getMessage(), failure);
    }
  }
}
