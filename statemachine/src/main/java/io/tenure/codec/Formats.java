package io.tenure.codec;

import java.util.function.Function;

/** What all codecs of things that stand on their own share: a version first, and nothing after. */
final class Formats {

  private Formats() {}

  static <T> T readWhole(
      ByteReader from, int version, String what, Function<ByteReader, T> content) {
    int found = from.readByte();
    if (found != version) {
      throw new CodecException("unknown format version of " + what + ": " + found);
    }
    return readWhole(from, what, content);
  }

  /** Without a version, for parts of something that has one. */
  static <T> T readWhole(ByteReader from, String what, Function<ByteReader, T> content) {
    try {
      T value = content.apply(from);
      from.requireEnd(what);
      return value;
    } catch (IllegalArgumentException e) {
      throw new CodecException("impossible content of " + what + ": " + e.getMessage(), e);
    }
  }
}
