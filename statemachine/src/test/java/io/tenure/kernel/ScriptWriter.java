package io.tenure.kernel;

import io.tenure.kernel.Event.AnswerDropped;
import io.tenure.kernel.Event.AnswerKept;
import io.tenure.kernel.Event.ClaimAsked;
import io.tenure.kernel.Event.ClaimEnded;
import io.tenure.kernel.Event.ClaimFiled;
import io.tenure.kernel.Event.ClaimGranted;
import io.tenure.kernel.Event.ClaimRenewed;
import io.tenure.kernel.Event.DeliveriesDropped;
import io.tenure.kernel.Event.DeliveriesKept;
import io.tenure.kernel.Event.EndedDropped;
import io.tenure.kernel.Event.EpochRaised;
import io.tenure.kernel.Event.LevelRaised;
import io.tenure.kernel.Event.SettingsChanged;
import io.tenure.kernel.Event.TimeAdvanced;
import io.tenure.kernel.Result.AlreadyEnded;
import io.tenure.kernel.Result.Configured;
import io.tenure.kernel.Result.Confirmed;
import io.tenure.kernel.Result.Ended;
import io.tenure.kernel.Result.Granted;
import io.tenure.kernel.Result.Held;
import io.tenure.kernel.Result.IllegalTransition;
import io.tenure.kernel.Result.KeyReused;
import io.tenure.kernel.Result.LimitReached;
import io.tenure.kernel.Result.NoSuchClaim;
import io.tenure.kernel.Result.NotActive;
import io.tenure.kernel.Result.NotHeld;
import io.tenure.kernel.Result.ProofRejected;
import io.tenure.kernel.Result.Queued;
import io.tenure.kernel.Result.Redelivered;
import io.tenure.kernel.Result.Renewed;
import io.tenure.kernel.Result.Repeated;
import io.tenure.kernel.Result.Replayed;
import io.tenure.kernel.Result.StillWaiting;
import io.tenure.kernel.Result.Ticked;
import java.math.BigDecimal;

/** Says in a line each what happened, and what was answered. */
final class ScriptWriter implements Event.Handler, Result.Handler<String> {

  private final StringBuilder text = new StringBuilder();

  static String describe(Outcome outcome) {
    ScriptWriter writer = new ScriptWriter();
    outcome.events().forEach(event -> event.dispatch(writer));
    outcome.results().forEach(result -> writer.text.append(result.dispatch(writer)).append('\n'));
    return writer.text.toString();
  }

  private void line(String format, Object... arguments) {
    text.append("  ").append(String.format(format, arguments)).append('\n');
  }

  private static String seconds(long micros) {
    return new BigDecimal(micros).movePointLeft(6).stripTrailingZeros().toPlainString();
  }

  private static String seconds(ClusterTime time) {
    return time.equals(ClusterTime.NEVER) ? "never" : seconds(time.micros());
  }

  private static String seconds(Ttl ttl) {
    return ttl.isForever() ? "forever" : seconds(ttl.micros());
  }

  private static String lease(Claim claim) {
    Lease lease = claim.tenure();
    return "%s %s of %s, %s %s until %s"
        .formatted(
            claim.id(),
            claim.resource(),
            claim.holder(),
            lease.token(),
            lease.version(),
            seconds(lease.expiresAt()));
  }

  private static String holder(ClaimView view) {
    return "%s of %s for %s".formatted(view.claim().id(), view.claim().holder(), left(view));
  }

  private static String left(ClaimView view) {
    return seconds(view.remaining());
  }

  @Override
  public void on(TimeAdvanced event) {
    line("time %s", seconds(event.now().cluster()));
  }

  @Override
  public void on(ClaimFiled event) {
    Claim claim = event.claim();
    line("filed %s %s of %s", claim.id(), claim.resource(), claim.holder());
  }

  @Override
  public void on(ClaimGranted event) {
    line("granted %s", lease(event.claim()));
  }

  @Override
  public void on(ClaimRenewed event) {
    line("renewed %s", lease(event.claim()));
  }

  @Override
  public void on(ClaimEnded event) {
    Claim claim = event.claim();
    line(
        "ended %s %s as %s, number %d",
        claim.id(), claim.resource(), claim.status(), event.sequence());
  }

  @Override
  public void on(EndedDropped event) {
    line("dropped ended %d to %d", event.first(), event.last());
  }

  @Override
  public void on(AnswerKept event) {
    line("kept the answer to %c until %s", (char) event.key().low(), seconds(event.until()));
  }

  @Override
  public void on(AnswerDropped event) {
    line("dropped the answer to %c", (char) event.name().low());
  }

  @Override
  public void on(SettingsChanged event) {
    line("settings changed");
  }

  @Override
  public void on(EpochRaised event) {
    line("epoch raised, numbers after %s", event.last());
  }

  @Override
  public void on(ClaimAsked event) {
    Claim claim = event.claim();
    line("asked %s%s", claim.id(), claim.isActive() ? ", " + lease(claim) : "");
  }

  @Override
  public void on(DeliveriesKept event) {
    line("kept %d deliveries until %s", event.answers().size(), seconds(event.kept().until()));
  }

  @Override
  public void on(DeliveriesDropped event) {
    line("dropped the deliveries of entry %d", event.entry());
  }

  @Override
  public void on(LevelRaised event) {
    line("level raised to %d", event.level());
  }

  @Override
  public String on(Granted result) {
    return "Granted " + holder(result.claim());
  }

  @Override
  public String on(Queued result) {
    ClaimView claim = result.claim();
    return "Queued %s at %d behind %s"
        .formatted(claim.claim().id(), claim.position(), holder(result.holder()));
  }

  @Override
  public String on(Renewed result) {
    return "Renewed " + holder(result.claim());
  }

  @Override
  public String on(Confirmed result) {
    return "Confirmed " + holder(result.claim());
  }

  @Override
  public String on(Ended result) {
    return "Ended %s as %s".formatted(result.claim().claim().id(), result.claim().claim().status());
  }

  @Override
  public String on(Ticked result) {
    return "Ticked, %d expired%s".formatted(result.expired(), result.more() ? ", more" : "");
  }

  @Override
  public String on(Configured result) {
    return "Configured";
  }

  @Override
  public String on(Held result) {
    return "Held by " + holder(result.holder());
  }

  @Override
  public String on(StillWaiting result) {
    ClaimView claim = result.claim();
    return "StillWaiting %s at %d behind %s"
        .formatted(claim.claim().id(), claim.position(), holder(result.holder()));
  }

  @Override
  public String on(NotActive result) {
    return "NotActive " + result.claim().claim().id();
  }

  @Override
  public String on(ProofRejected result) {
    return "ProofRejected, held by " + holder(result.holder());
  }

  @Override
  public String on(NotHeld result) {
    return "NotHeld " + result.resource();
  }

  @Override
  public String on(IllegalTransition result) {
    Claim claim = result.claim().claim();
    return "IllegalTransition of %s from %s to %s"
        .formatted(claim.id(), claim.status(), result.to());
  }

  @Override
  public String on(NoSuchClaim result) {
    return "NoSuchClaim " + result.claim();
  }

  @Override
  public String on(AlreadyEnded result) {
    return "AlreadyEnded " + result.claim().claim().id();
  }

  @Override
  public String on(LimitReached result) {
    return "LimitReached %s at %d".formatted(result.limit(), result.most());
  }

  @Override
  public String on(Repeated result) {
    return "Repeated " + (char) result.key().low();
  }

  @Override
  public String on(Replayed result) {
    return "Replayed " + result.first().dispatch(this);
  }

  @Override
  public String on(Redelivered result) {
    return "Redelivered %d by entry %d".formatted(result.delivery().number(), result.entry());
  }

  @Override
  public String on(KeyReused result) {
    return "KeyReused";
  }
}
