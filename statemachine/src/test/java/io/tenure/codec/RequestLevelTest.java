package io.tenure.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.kernel.Command.Acquire;
import io.tenure.kernel.Command.Configure;
import io.tenure.kernel.Command.RaiseLevel;
import io.tenure.kernel.Command.WhenHeld;
import io.tenure.kernel.DeliveryId;
import io.tenure.kernel.Holder;
import io.tenure.kernel.Level;
import io.tenure.kernel.NewerLevelException;
import io.tenure.kernel.Request;
import io.tenure.kernel.RequestKey;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Settings;
import io.tenure.kernel.Ttl;
import io.tenure.kernel.UserData;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RequestLevelTest {

  private static final RequestKey KEY = new RequestKey(1, 2, 3);
  private static final DeliveryId DELIVERY = new DeliveryId(4, 5);

  private static Acquire wish(WhenHeld whenHeld) {
    return new Acquire(
        new ResourceKey("r"),
        Holder.named("alice"),
        Ttl.ofSeconds(60),
        whenHeld,
        UserData.NONE,
        "n");
  }

  @Test
  void on_the_first_level_a_request_says_nothing_that_version_0_1_0_cannot_read() {
    Request polls = new Request(wish(WhenHeld.POLL), KEY, DELIVERY);
    assertThat(RequestCodec.atLevel(Level.FIRST, polls))
        .isEqualTo(new Request(wish(WhenHeld.QUEUE), KEY));

    Request refuses = new Request(wish(WhenHeld.REFUSE), null, DELIVERY);
    assertThat(RequestCodec.atLevel(Level.FIRST, refuses))
        .isEqualTo(Request.of(wish(WhenHeld.REFUSE)));

    Request configures = Request.of(new Configure(Settings.DEFAULT));
    assertThat(RequestCodec.atLevel(Level.FIRST, configures))
        .isEqualTo(Request.of(new Configure(Settings.DEFAULT.withPromotionGrace(0))));
  }

  @Test
  void a_request_is_of_the_first_level_on_which_it_can_be_written() {
    assertThat(RequestCodec.levelOf(Request.of(wish(WhenHeld.QUEUE)))).isEqualTo(Level.FIRST);
    assertThat(RequestCodec.levelOf(new Request(wish(WhenHeld.QUEUE), KEY))).isEqualTo(Level.FIRST);
    for (Request later :
        List.of(
            Request.of(wish(WhenHeld.POLL)),
            new Request(wish(WhenHeld.QUEUE), KEY, DELIVERY),
            Request.of(new Configure(Settings.DEFAULT)),
            Request.of(new RaiseLevel(Level.SECOND)))) {
      assertThat(RequestCodec.levelOf(later)).as("%s", later).isEqualTo(Level.SECOND);
    }
  }

  @Test
  void a_level_of_a_later_version_is_told_from_damage() {
    byte[] raise = RequestCodec.encode(Request.of(new RaiseLevel(Level.NEWEST)));
    raise[raise.length - 1]++;
    assertThatThrownBy(() -> RequestCodec.decode(raise))
        .isInstanceOf(CodecException.class)
        .hasMessageContaining("it is of level 4, and this node knows levels up to 3.");

    byte[] head = {3, 4, 'w', 'h', 'o', ' ', 'k', 'n', 'o', 'w', 's'};
    assertThatThrownBy(() -> HeadCodec.decode(head))
        .isInstanceOf(NewerLevelException.class)
        .hasMessageStartingWith("it is of level 4, and this node knows levels up to 3.");

    assertThatThrownBy(() -> HeadCodec.decode(new byte[] {3, 2, 0}))
        .isInstanceOf(CodecException.class)
        .hasMessage("unknown format version of head: 3");
  }

  @Test
  void on_the_second_level_a_request_stays_as_it_is() {
    Request request = new Request(wish(WhenHeld.POLL), KEY, DELIVERY);

    assertThat(RequestCodec.atLevel(Level.SECOND, request)).isEqualTo(request);
  }
}
