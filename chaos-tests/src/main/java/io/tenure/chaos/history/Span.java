package io.tenure.chaos.history;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * An operation from its beginning to its end. One that never ended, because the harness itself was
 * stopped, ends as unknown.
 */
public record Span(Op invoke, Op completion) {

  public long id() {
    return invoke.id();
  }

  public long begin() {
    return invoke.nanos();
  }

  /** When the client had the answer, or gave up. */
  public long end() {
    return completion.nanos();
  }

  /** Until when it may have had its effect: for ever, if its outcome is unknown. */
  public long lastMoment() {
    return phase() == Phase.UNKNOWN ? Long.MAX_VALUE : end();
  }

  public int process() {
    return invoke.process();
  }

  public String workload() {
    return invoke.workload();
  }

  public String key() {
    return invoke.key();
  }

  public String action() {
    return invoke.action();
  }

  public Phase phase() {
    return completion.phase();
  }

  /** Whether the client did not wait for the answer, on purpose. */
  public boolean isHungUp() {
    return phase() == Phase.UNKNOWN && text(Field.REASON).orElse("").equals(Field.HUNG_UP);
  }

  public boolean isOk() {
    return phase() == Phase.OK;
  }

  /** Whether this is the action, and was answered with this {@link Field.Result}. */
  public boolean is(String action, String result) {
    return isOk() && action().equals(action) && hasResult(result);
  }

  public boolean hasResult(String result) {
    return result.equals(completion.fields().get(Field.RESULT));
  }

  /** What was answered under this name, else what was asked under it. */
  public Optional<String> text(String name) {
    return value(name).map(Object::toString);
  }

  /** As {@link #text}, of a whole number. */
  public OptionalLong number(String name) {
    return value(name).orElse("") instanceof Number number
        ? OptionalLong.of(number.longValue())
        : OptionalLong.empty();
  }

  public boolean flag(String name) {
    return Boolean.TRUE.equals(value(name).orElse(false));
  }

  private Optional<Object> value(String name) {
    Object answered = completion.fields().get(name);
    return Optional.ofNullable(answered != null ? answered : invoke.fields().get(name));
  }

  /** For people: id, action, client, key, when, and all that was asked and answered. */
  @Override
  public String toString() {
    Map<String, Object> all = new TreeMap<>(invoke.fields());
    all.putAll(completion.fields());
    return String.format(
        Locale.ROOT,
        "#%d %s of client %d on %s from %s to %s: %s %s",
        id(),
        action(),
        process(),
        key(),
        seconds(begin()),
        phase() == Phase.UNKNOWN ? "?" : seconds(end()),
        phase(),
        all);
  }

  private static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%.3f s", (double) nanos / TimeUnit.SECONDS.toNanos(1));
  }
}
