package io.tenure.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * What a checkpoint consists of. It travels with the checkpoint, and whoever receives that compares
 * them before a single byte is used.
 *
 * @param appliedIndex of the last log entry that is in the checkpoint
 * @param digest of the table after that entry
 */
public record Manifest(long appliedIndex, long digest, List<Item> items) {

  public static final String FILE_NAME = "MANIFEST-TENURE";

  private static final String TITLE = "tenure checkpoint 1";
  private static final int BUFFER_SIZE = 256 << 10;

  /** One file of a checkpoint. */
  public record Item(String name, long size, long checksum) {}

  /** Lists the files of a checkpoint, and writes the list beside them. */
  static Manifest write(Path checkpoint, long appliedIndex, long digest) {
    try {
      List<Item> items = new ArrayList<>();
      for (Path file : Durable.list(checkpoint)) {
        String name = file.getFileName().toString();
        if (!name.startsWith(FILE_NAME)) {
          items.add(item(checkpoint, name));
          Durable.sync(file);
        }
      }
      Manifest manifest = new Manifest(appliedIndex, digest, items);
      Durable.replace(checkpoint.resolve(FILE_NAME), manifest.text());
      return manifest;
    } catch (IOException e) {
      throw new StoreException("cannot seal the checkpoint " + checkpoint, e);
    }
  }

  /** Reads the list alone; {@link #verify} compares it with the files. */
  public static Manifest read(Path checkpoint) {
    try {
      return parse(Files.readString(checkpoint.resolve(FILE_NAME)));
    } catch (NoSuchFileException e) {
      throw new StoreException("corrupt checkpoint: it has no " + FILE_NAME, e);
    } catch (IOException | IllegalArgumentException e) {
      throw new StoreException("corrupt checkpoint: " + FILE_NAME + " is damaged", e);
    }
  }

  /** Insists that the checkpoint has all these files as they were. */
  public void verify(Path checkpoint) {
    for (Item item : items) {
      Item found;
      try {
        found = item(checkpoint, item.name());
      } catch (IOException e) {
        throw new StoreException("corrupt checkpoint: cannot read " + item.name(), e);
      }
      if (!found.equals(item)) {
        throw new StoreException("corrupt checkpoint: " + found + " should be " + item);
      }
    }
  }

  private static Item item(Path checkpoint, String name) throws IOException {
    CRC32C checksum = new CRC32C();
    long size = 0;
    byte[] buffer = new byte[BUFFER_SIZE];
    try (InputStream in = Files.newInputStream(checkpoint.resolve(name))) {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        checksum.update(buffer, 0, read);
        size += read;
      }
    }
    return new Item(name, size, checksum.getValue());
  }

  private String text() {
    StringBuilder text = new StringBuilder(TITLE).append('\n');
    text.append("applied ").append(appliedIndex).append('\n');
    text.append("digest ").append(Long.toHexString(digest)).append('\n');
    for (Item item : items) {
      text.append("file %s %d %x\n".formatted(item.name(), item.size(), item.checksum()));
    }
    return text + "end " + Long.toHexString(checksumOf(text.toString())) + '\n';
  }

  private static Manifest parse(String text) {
    int end = text.lastIndexOf("end ");
    if (!text.startsWith(TITLE + '\n') || end < 0) {
      throw new IllegalArgumentException("not a list of format 1, or cut short");
    }
    String body = text.substring(0, end);
    if (checksumOf(body) != Long.parseLong(value(text.substring(end).strip(), "end"), 16)) {
      throw new IllegalArgumentException("its checksum is wrong");
    }
    List<String> lines = body.lines().toList();
    List<Item> items = lines.stream().skip(3).map(Manifest::parseItem).toList();
    return new Manifest(
        Long.parseLong(value(lines.get(1), "applied")),
        Long.parseUnsignedLong(value(lines.get(2), "digest"), 16),
        items);
  }

  private static Item parseItem(String line) {
    String[] parts = value(line, "file").split(" ", -1);
    if (parts.length != 3 || parts[0].contains("/") || parts[0].contains("\\")) {
      throw new IllegalArgumentException("not a file: " + line);
    }
    return new Item(parts[0], Long.parseLong(parts[1]), Long.parseLong(parts[2], 16));
  }

  private static String value(String line, String name) {
    if (!line.startsWith(name + ' ')) {
      throw new IllegalArgumentException("no " + name + ": " + line);
    }
    return line.substring(name.length() + 1);
  }

  private static long checksumOf(String text) {
    CRC32C checksum = new CRC32C();
    checksum.update(text.getBytes(StandardCharsets.UTF_8));
    return checksum.getValue();
  }
}
