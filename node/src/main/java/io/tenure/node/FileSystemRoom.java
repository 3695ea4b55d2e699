package io.tenure.node;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file system that the data directory is on. What cannot be asked is not a number. */
record FileSystemRoom(Path data) {

  double freeBytes() {
    return ask(FileStore::getUsableSpace);
  }

  double sizeBytes() {
    return ask(FileStore::getTotalSpace);
  }

  private interface Question {
    long of(FileStore store) throws IOException;
  }

  private double ask(Question question) {
    try {
      return question.of(Files.getFileStore(data));
    } catch (IOException unanswered) {
      return Double.NaN;
    }
  }
}
