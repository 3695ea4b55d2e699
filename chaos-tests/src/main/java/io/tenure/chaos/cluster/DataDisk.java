package io.tenure.chaos.cluster;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A small ext4 in a file, mounted where one node has its data. Everything here needs root. */
public final class DataDisk {

  private static final long BYTES = 512L << 20;
  private static final long BLOCK = 4096;
  private static final int TRIES = 200;
  private static final long PAUSE_MILLIS = 20;
  private static final int REPAIRED = 1;

  private final Path image;
  private final Path mountPoint;
  private boolean frozen;
  private boolean mounted;

  DataDisk(Path image, Path mountPoint) {
    this.image = image;
    this.mountPoint = mountPoint;
  }

  /** Makes the file system, empty, and mounts it. */
  synchronized void create() {
    try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
      Files.createDirectories(mountPoint);
      file.setLength(BYTES);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    // No blocks kept for root, or the node would use them when the disk is full.
    ShellCommand.run(List.of("mkfs.ext4", "-q", "-m", "0", "-J", "size=8", image.toString()));
    mount();
  }

  /**
   * Takes every block that is left, and those that files have set aside, beyond their end or filled
   * with zeros: a node that still had them would not notice. It must stand still meanwhile.
   */
  public void fill() {
    onEachFile("truncate", "--size=+0");
    onEachFile("fallocate", "--dig-holes");
    for (int i = 0; i < TRIES && free() >= BLOCK; i++) {
      long bytes = i < TRIES / 2 ? free() : BLOCK;
      Path filler = mountPoint.resolve("filler-" + i);
      ShellCommand.tried(List.of("fallocate", "-l", Long.toString(bytes), filler.toString()), "");
    }
    if (free() >= BLOCK) {
      throw new IllegalStateException(mountPoint + " could not be filled");
    }
  }

  private void onEachFile(String command, String option) {
    String root = mountPoint.toString();
    ShellCommand.run(List.of("find", root, "-type", "f", "-exec", command, option, "{}", ";"));
  }

  /** Gives back what {@link #fill} took. */
  public void empty() {
    try (var fillers = Files.newDirectoryStream(mountPoint, "filler-*")) {
      for (Path filler : fillers) {
        Files.delete(filler);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Bytes that can still be written. */
  public long free() {
    try {
      return Files.getFileStore(mountPoint).getUsableSpace();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Refuses all writes from now on, as a kernel does that has met an error. */
  public void makeReadOnly() {
    ShellCommand.run(List.of("mount", "-o", "remount,abort", mountPoint.toString()));
  }

  /** Lets all writes and syncs hang, until {@link #thaw}. */
  public synchronized void freeze() {
    ShellCommand.run(List.of("fsfreeze", "-f", mountPoint.toString()));
    frozen = true;
  }

  public synchronized void thaw() {
    if (frozen) {
      ShellCommand.run(List.of("fsfreeze", "-u", mountPoint.toString()));
      frozen = false;
    }
  }

  /**
   * As when the power fails: nothing reaches the disk any more, and what was not synced is lost.
   */
  public void losePower() {
    ShellCommand.run(List.of(Shims.POWER_LOSS.file().toString(), mountPoint.toString()));
  }

  /** A sound file system again, with what had reached the disk. The node must have ended. */
  public synchronized void remount() {
    unmount();
    int code = ShellCommand.tried(List.of("e2fsck", "-p", image.toString()), "").code();
    if (code > REPAIRED) {
      throw new IllegalStateException("e2fsck of " + image + " gave " + code);
    }
    mount();
  }

  synchronized void close() {
    if (mounted) {
      thaw();
      unmount();
    }
    if (mountPoint.toFile().delete()) {
      mountPoint.resolveSibling("").toFile().delete(); // if that was the last
    }
  }

  /**
   * A container that is just being made may have a copy of the mount, in which the file system goes
   * on as it was, without power; then it is that one which is mounted again.
   */
  private void mount() {
    for (int i = 0; ; i++) {
      ShellCommand.run(List.of("mount", "-o", "loop", image.toString(), mountPoint.toString()));
      mounted = true;
      ShellCommand.Ended ended =
          ShellCommand.tried(List.of("chmod", "777", mountPoint.toString()), "");
      if (ended.isGood()) {
        return;
      }
      unmount();
      if (i == TRIES) {
        throw new IllegalStateException(ended.output());
      }
      Waiting.sleep(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  /** A process that has just ended may keep it for a moment. */
  private void unmount() {
    for (int i = 0; ; i++) {
      ShellCommand.Ended ended = ShellCommand.tried(List.of("umount", mountPoint.toString()), "");
      if (ended.isGood()) {
        mounted = false;
        return;
      }
      if (i == TRIES) {
        throw new IllegalStateException(ended.output());
      }
      Waiting.sleep(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  /** Lets go what hangs on disks that dead processes have left, so that it can end. */
  static void thawLeftovers(Path below) throws IOException {
    for (Path point : leftovers(below)) {
      ShellCommand.tried(List.of("fsfreeze", "-u", point.toString()), "");
    }
  }

  /** Unmounts what dead processes have left; what is still in use stays for the next time. */
  static void removeLeftovers(Path below) throws IOException {
    for (Path point : leftovers(below)) {
      if (ShellCommand.tried(List.of("umount", point.toString()), "").isGood()
          || !isMounted(point)) {
        Files.delete(point);
        point.resolveSibling("").toFile().delete(); // if that was the last
      }
    }
  }

  private static List<Path> leftovers(Path below) throws IOException {
    if (!Files.isDirectory(below)) {
      return List.of();
    }
    try (var points = Files.walk(below, 2)) {
      return points
          .filter(point -> point.getNameCount() == below.getNameCount() + 2)
          .filter(point -> Mark.isLeftover(point.getName(below.getNameCount()).toString()))
          .toList();
    }
  }

  private static boolean isMounted(Path point) {
    return ShellCommand.tried(List.of("mountpoint", "-q", point.toString()), "").isGood();
  }
}
