package io.tenure.store;

import io.tenure.codec.ClaimCodec;
import io.tenure.kernel.Archive;
import io.tenure.kernel.Claim;
import io.tenure.kernel.ClaimId;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Finds the last ended holder of each resource whose name starts with a prefix. In the index the
 * names are ordered by their lengths first: names of the same length that share a beginning are
 * neighbours. So the walk goes from length to length, as far as there are any, and looks at no name
 * but those that it wants and their neighbours.
 */
final class LastTenures implements Archive.Cursor {

  private static final int CONTINUES = 0x80;
  private static final int WAS_GRANTED = 1;
  private static final int BEHIND_ALL_OF_A_NAME = 2;

  /** No name has this byte, so it is behind all names of a length. */
  private static final byte BEHIND_ALL_NAMES = (byte) 0xff;

  private final Walk index;
  private final Walk claims;
  private final byte[] prefix;

  private LastTenures(Walk index, Walk claims, byte[] prefix) {
    this.index = index;
    this.claims = claims;
    this.prefix = prefix;
  }

  static LastTenures open(Database database, String prefix) {
    List<Walk> walks = database.walks(Family.RESOURCES, Family.CLAIMS);
    walks.get(0).toFirst();
    return new LastTenures(walks.get(0), walks.get(1), prefix.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public Optional<Claim> next() {
    while (index.isThere()) {
      byte[] key = index.key();
      int start = nameStart(key);
      int length = nameLength(key);
      byte[] target = concat(key, start, prefix);
      if (length >= prefix.length && Arrays.mismatch(key, target) == target.length) {
        ClaimId last = lastOfName(Arrays.copyOf(key, start + length + 1));
        if (!last.equals(ClaimId.NONE)) {
          return Optional.of(claim(last));
        }
      } else if (Arrays.compareUnsigned(key, target) < 0) {
        index.to(target);
      } else {
        index.to(concat(key, start, new byte[] {BEHIND_ALL_NAMES}));
      }
    }
    return Optional.empty();
  }

  /**
   * The newest claim that held the resource, and ended; leaves the walk behind the name.
   *
   * @param name the key up to the id
   */
  private ClaimId lastOfName(byte[] name) {
    name[name.length - 1] = WAS_GRANTED;
    index.toLastBefore(RecordKeys.withId(name, Long.MAX_VALUE));
    ClaimId last = ClaimId.NONE;
    if (index.isThere() && RecordKeys.hasPrefix(index.key(), name)) {
      last = new ClaimId(RecordKeys.idAfter(name, index.key()));
    }
    name[name.length - 1] = BEHIND_ALL_OF_A_NAME;
    index.to(name);
    return last;
  }

  private Claim claim(ClaimId id) {
    claims.to(RecordKeys.of(id.value()));
    if (!claims.isThere() || RecordKeys.number(claims.key()) != id.value()) {
      throw new StoreException("corrupt index: no claim " + id);
    }
    return ClaimCodec.decode(claims.value());
  }

  private static int nameStart(byte[] key) {
    int at = 0;
    while ((key[at] & CONTINUES) != 0) {
      at++;
    }
    return at + 1;
  }

  private static int nameLength(byte[] key) {
    int length = 0;
    for (int at = nameStart(key) - 1; at >= 0; at--) {
      length = length << 7 | (key[at] & (CONTINUES - 1));
    }
    return length;
  }

  private static byte[] concat(byte[] key, int length, byte[] more) {
    byte[] all = Arrays.copyOf(key, length + more.length);
    System.arraycopy(more, 0, all, length, more.length);
    return all;
  }

  @Override
  public void close() {
    index.close();
    claims.close();
  }
}
