package io.tenure.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.codec.CodecException;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.Result;
import io.tenure.replication.Forwarding.Ending;
import io.tenure.replication.Forwarding.Fate;
import io.tenure.replication.Forwarding.Item;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Members of different versions send these to each other, so they stay as they are. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ForwardingTest {

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex);
  }

  @Test
  void requests_keep_their_bytes() {
    Submission submission = new ToldSubmission(5, true, 2_000_000_000L);
    String golden = "01" + "01" + "01" + "e807" + "0105";

    assertThat(Forwarding.encodeItems(List.of(submission), 1_000_000_000L))
        .isEqualTo(bytes(golden));

    Item item = Forwarding.decodeItems(bytes(golden)).get(0);
    assertThat(item.request()).containsExactly(5);
    assertThat(item.urgent()).isTrue();
    assertThat(item.leftMillis()).isEqualTo(1_000);
  }

  @Test
  void endings_keep_their_bytes() {
    List<Ending> endings =
        List.of(
            Ending.applied(new Result.NoSuchClaim(new ClaimId(4))),
            Ending.of(Fate.REFUSED, "no"),
            Ending.of(Fate.NOT_LEADER, ""),
            Ending.of(Fate.UNKNOWN, ""));
    String golden = "01" + "04" + "00" + "03010e04" + "01" + "03026e6f" + "020100" + "030100";

    assertThat(Forwarding.encodeEndings(endings)).isEqualTo(bytes(golden));
    assertThat(Forwarding.decodeEndings(bytes(golden), 4)).isEqualTo(endings);
  }

  @Test
  void other_versions_are_refused() {
    assertThatThrownBy(() -> Forwarding.decodeItems(bytes("0200")))
        .isInstanceOf(CodecException.class);
    assertThatThrownBy(() -> Forwarding.decodeEndings(bytes("0200"), 0))
        .isInstanceOf(CodecException.class);
  }
}
