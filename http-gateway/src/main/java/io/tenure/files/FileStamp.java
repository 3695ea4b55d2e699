package io.tenure.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.List;

/** Something that differs once a file was written, replaced or made readable. */
public record FileStamp(List<Object> marks) {

  public static FileStamp of(Path file) {
    try {
      return new FileStamp(marks(Files.readAttributes(file, PosixFileAttributes.class)));
    } catch (IOException unreadable) {
      return new FileStamp(List.of(unreadable.getClass()));
    } catch (UnsupportedOperationException notPosix) {
      return withoutMode(file);
    }
  }

  private static List<Object> marks(PosixFileAttributes now) {
    return List.of(
        now.lastModifiedTime(), now.size(), String.valueOf(now.fileKey()), now.permissions());
  }

  private static FileStamp withoutMode(Path file) {
    try {
      BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
      return new FileStamp(List.of(now.lastModifiedTime(), now.size()));
    } catch (IOException unreadable) {
      return new FileStamp(List.of(unreadable.getClass()));
    }
  }
}
