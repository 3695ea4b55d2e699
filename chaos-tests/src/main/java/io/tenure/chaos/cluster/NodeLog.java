package io.tenure.chaos.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;
import org.testcontainers.containers.output.OutputFrame;

/** Adds a container's output to a file. */
final class NodeLog implements Consumer<OutputFrame> {

  private final Path file;

  NodeLog(Path file) {
    this.file = file;
  }

  @Override
  public void accept(OutputFrame frame) {
    byte[] bytes = frame.getBytes();
    if (bytes == null || bytes.length == 0) {
      return;
    }
    try {
      Files.write(file, bytes, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
