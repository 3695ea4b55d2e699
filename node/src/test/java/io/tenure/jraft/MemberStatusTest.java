package io.tenure.jraft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.codec.CodecException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Members of different versions agree upon a level by this message, so all must read it. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class MemberStatusTest {

  private static final String GOLDEN =
      "01"
          + "03302e32"
          + "0461646472"
          + "01"
          + "07"
          + "ac02"
          + "ad02"
          + "c0843d"
          + "00000000000000ff"
          + "01"
          + "8008"
          + "000000000000000a"
          + "02"
          + "01";

  private static final MemberStatus STATUS =
      new MemberStatus(
          "0.2",
          "addr",
          true,
          7,
          300,
          301,
          1_000_000,
          255,
          new TreeMap<>(Map.of(1024L, 10L)),
          2,
          1);

  @Test
  void a_status_keeps_its_bytes() {
    assertThat(HexFormat.of().formatHex(STATUS.encode())).isEqualTo(GOLDEN);
    assertThat(MemberStatus.decode(HexFormat.of().parseHex(GOLDEN))).isEqualTo(STATUS);
  }

  @Test
  void what_a_later_version_appends_is_not_read() {
    byte[] later = HexFormat.of().parseHex(GOLDEN + "2a2a");
    later[0] = 2;

    assertThat(MemberStatus.decode(later)).isEqualTo(STATUS);
  }

  @Test
  void what_is_cut_short_or_has_no_version_is_refused() {
    byte[] whole = STATUS.encode();
    assertThatThrownBy(() -> MemberStatus.decode(Arrays.copyOf(whole, whole.length - 1)))
        .isInstanceOf(CodecException.class);
    assertThatThrownBy(() -> MemberStatus.decode(new byte[] {0, 1, 2}))
        .isInstanceOf(CodecException.class)
        .hasMessage("unknown format version of status: 0");
  }
}
