package io.tenure.kernel;

import java.util.Arrays;

/** Bytes that a client keeps with its claim. The kernel never looks into them. */
public final class UserData {

  public static final UserData NONE = new UserData(new byte[0]);

  private final byte[] bytes;
  private long digest;

  private UserData(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Takes the array over; the caller must not change it any more. */
  public static UserData of(byte[] bytes) {
    return bytes.length == 0 ? NONE : new UserData(bytes);
  }

  /** The bytes themselves, not a copy: to be read only. */
  public byte[] bytes() {
    return bytes;
  }

  public int size() {
    return bytes.length;
  }

  public boolean isEmpty() {
    return bytes.length == 0;
  }

  /** Computed once: renewals of a claim with much data digest it again and again. */
  long digest() {
    if (digest == 0 && bytes.length > 0) {
      digest = Digest.start().add(bytes).value();
    }
    return digest;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof UserData that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return bytes.length + "B";
  }
}
