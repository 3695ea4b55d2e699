package io.tenure.files;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What some files say. It is read again when one of them changed; what cannot be used is logged
 * once and tried again at each look, while the old stays in use: several files cannot be replaced
 * at the same time. Safe for use by many threads.
 */
public final class Reloaded<T> implements Supplier<T> {

  private static final Logger log = LoggerFactory.getLogger(Reloaded.class);

  /** Makes a value of the files as they are now. */
  @FunctionalInterface
  public interface Reader<T> {

    /**
     * Reads the files.
     *
     * @throws IOException if they cannot be used; the message says why, and has no secret
     */
    T read() throws IOException;
  }

  private final String what;
  private final List<Path> files;
  private final Reader<T> reader;
  private volatile T value;

  /** Of the files when they were last read; guarded by this. */
  private List<FileStamp> stamps;

  /** Why the files as they are now are not used; guarded by this. */
  private Optional<String> refusal = Optional.empty();

  private Reloaded(String what, List<Path> files, Reader<T> reader) throws IOException {
    this.what = what;
    this.files = List.copyOf(files);
    this.reader = reader;
    this.stamps = stamps();
    this.value = read();
  }

  /**
   * Reads the files for the first time.
   *
   * @param what they are, in log lines, such as {@code auth.tokens}
   * @throws IOException if they cannot be used
   */
  public static <T> Reloaded<T> read(String what, List<Path> files, Reader<T> reader)
      throws IOException {
    return new Reloaded<>(what, files, reader);
  }

  @Override
  public T get() {
    return value;
  }

  /** Why the files as they are now are not used; empty if they are. */
  public synchronized Optional<String> refusal() {
    return refusal;
  }

  /**
   * Looks whether the files have changed, and reads them if so.
   *
   * @return whether new ones are used from now on
   */
  public synchronized boolean look() {
    List<FileStamp> now = stamps();
    if (now.equals(stamps) && refusal.isEmpty()) {
      return false;
    }
    stamps = now;
    try {
      value = read();
      refusal = Optional.empty();
      log.info("{}: changed files are in use: {}", what, files);
      return true;
    } catch (IOException unusable) {
      refuse(String.valueOf(unusable.getMessage()));
      return false;
    }
  }

  private T read() throws IOException {
    try {
      return reader.read();
    } catch (NoSuchFileException missing) {
      throw new IOException("there is no file " + missing.getFile(), missing);
    } catch (AccessDeniedException denied) {
      throw new IOException("may not read " + denied.getFile(), denied);
    }
  }

  private synchronized void refuse(String why) {
    if (!refusal.equals(Optional.of(why))) {
      log.warn("{}: changed files are not used, the old ones stay: {}", what, why);
    }
    refusal = Optional.of(why);
  }

  private List<FileStamp> stamps() {
    return files.stream().map(FileStamp::of).toList();
  }
}
