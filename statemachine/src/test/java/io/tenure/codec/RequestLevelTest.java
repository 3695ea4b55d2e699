package io.tenure.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.kernel.Command.Acquire;
import io.tenure.kernel.Command.Configure;
import io.tenure.kernel.Command.WhenHeld;
import io.tenure.kernel.DeliveryId;
import io.tenure.kernel.Holder;
import io.tenure.kernel.Level;
import io.tenure.kernel.Request;
import io.tenure.kernel.RequestKey;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Settings;
import io.tenure.kernel.Ttl;
import io.tenure.kernel.UserData;
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
  void on_the_second_level_a_request_stays_as_it_is() {
    Request request = new Request(wish(WhenHeld.POLL), KEY, DELIVERY);

    assertThat(RequestCodec.atLevel(Level.SECOND, request)).isEqualTo(request);
  }
}
