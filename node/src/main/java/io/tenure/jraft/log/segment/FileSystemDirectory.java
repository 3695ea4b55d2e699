package io.tenure.jraft.log.segment;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/** A directory of the file system. */
public final class FileSystemDirectory implements LogDirectory {

  private final Path path;

  public FileSystemDirectory(Path path) {
    this.path = path;
  }

  @Override
  public List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      return files.map(file -> String.valueOf(file.getFileName())).sorted().toList();
    }
  }

  @Override
  public LogFile create(String name) throws IOException {
    Files.createFile(path.resolve(name));
    return open(name);
  }

  @Override
  public LogFile open(String name) throws IOException {
    return new OpenFile(path.resolve(name));
  }

  @Override
  public void rename(String from, String to) throws IOException {
    Files.move(path.resolve(from), path.resolve(to), StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public void delete(String name) throws IOException {
    Files.delete(path.resolve(name));
  }

  @Override
  public void sync() throws IOException {
    try (FileChannel entries = FileChannel.open(path, StandardOpenOption.READ)) {
      entries.force(true);
    }
  }

  @Override
  public String toString() {
    return path.toString();
  }

  /**
   * Read by any thread, so not through the channel: that is closed for all when a thread that reads
   * from it is interrupted.
   */
  private static final class OpenFile implements LogFile {

    private final RandomAccessFile reader;
    private final FileChannel writer;

    OpenFile(Path path) throws IOException {
      reader = new RandomAccessFile(path.toFile(), "r");
      writer = FileChannel.open(path, StandardOpenOption.WRITE);
    }

    @Override
    public long size() throws IOException {
      return reader.length();
    }

    @Override
    public void read(ByteBuffer target, long position) throws IOException {
      synchronized (reader) {
        reader.seek(position);
        reader.readFully(
            target.array(), target.arrayOffset() + target.position(), target.remaining());
      }
      target.position(target.limit());
    }

    @Override
    public void write(ByteBuffer bytes, long position) throws IOException {
      long at = position;
      while (bytes.hasRemaining()) {
        at += writer.write(bytes, at);
      }
    }

    @Override
    public void force() throws IOException {
      writer.force(false);
    }

    @Override
    public void close() throws IOException {
      try (reader) {
        writer.close();
      }
    }
  }
}
