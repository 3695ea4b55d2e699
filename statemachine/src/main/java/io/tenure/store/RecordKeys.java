package io.tenure.store;

import io.tenure.codec.ByteReader;
import io.tenure.codec.ByteWriter;
import io.tenure.kernel.RequestKey;
import io.tenure.kernel.ResourceKey;
import java.util.Arrays;

/** How records are found. Numbers are written so that they sort as their bytes do. */
final class RecordKeys {

  /** The key of the only record in its family. */
  static final byte[] HEAD = {};

  private static final int USUAL_SIZE = 64;

  private RecordKeys() {}

  static byte[] of(long number) {
    ByteWriter key = new ByteWriter(Long.BYTES);
    key.writeLong(number);
    return key.toByteArray();
  }

  static long number(byte[] key) {
    ByteReader from = ByteReader.of(key);
    long number = from.readLong();
    from.requireEnd("key");
    return number;
  }

  static void write(RequestKey.Name name, ByteWriter to) {
    to.writeLong(name.high());
    to.writeLong(name.low());
  }

  static byte[] of(RequestKey.Name name) {
    ByteWriter key = new ByteWriter(2 * Long.BYTES);
    write(name, key);
    return key.toByteArray();
  }

  /** The place of an ended claim among those of its resource. */
  static void write(End end, ByteWriter to) {
    writePrefix(end.resource(), end.granted(), to);
    to.writeLong(end.id().value());
  }

  /** What the keys of all ended claims on a resource start with, be it that they held it or not. */
  static byte[] prefix(ResourceKey resource, boolean granted) {
    ByteWriter prefix = new ByteWriter(USUAL_SIZE);
    writePrefix(resource, granted, prefix);
    return prefix.toByteArray();
  }

  static byte[] withId(byte[] prefix, long id) {
    ByteWriter key = new ByteWriter(prefix.length + Long.BYTES);
    key.writeRaw(prefix, 0, prefix.length);
    key.writeLong(id);
    return key.toByteArray();
  }

  /** Whether a key is this prefix and an id; the length of its name leaves no other way. */
  static boolean hasPrefix(byte[] key, byte[] prefix) {
    return key.length == prefix.length + Long.BYTES
        && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
  }

  static long idAfter(byte[] prefix, byte[] key) {
    return number(Arrays.copyOfRange(key, prefix.length, key.length));
  }

  // The name's length comes first, so no name is the beginning of another.
  private static void writePrefix(ResourceKey resource, boolean granted, ByteWriter to) {
    to.writeText(resource.name());
    to.writeBoolean(granted);
  }
}
