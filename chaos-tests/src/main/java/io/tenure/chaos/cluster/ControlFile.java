package io.tenure.chaos.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A small file that a shim in a node has mapped, and that tells it what to do at the moment. */
final class ControlFile {

  private final Path path;
  private final MappedByteBuffer memory;

  ControlFile(Path path, int bytes) {
    this.path = path;
    try (FileChannel file =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      memory = file.map(FileChannel.MapMode.READ_WRITE, 0, bytes);
      memory.order(ByteOrder.nativeOrder());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  Path path() {
    return path;
  }

  MappedByteBuffer memory() {
    return memory;
  }
}
