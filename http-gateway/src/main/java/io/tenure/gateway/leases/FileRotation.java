package io.tenure.gateway.leases;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Takes a node out of rotation for as long as a file exists. So it stays out over a restart, and an
 * operator can do by hand, also before the node starts, what a call does.
 */
public final class FileRotation implements Rotation {

  public static final String FILE_NAME = "out-of-rotation";

  private final Path file;

  /**
   * Makes a rotation.
   *
   * @param directory where the file {@value #FILE_NAME} is looked for
   */
  public FileRotation(Path directory) {
    this.file = directory.resolve(FILE_NAME);
  }

  @Override
  public boolean isIn() {
    return !Files.exists(file);
  }

  @Override
  public void takeOut() {
    try {
      Files.createFile(file);
    } catch (FileAlreadyExistsException e) {
      return; // it was out
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void putIn() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
