package io.tenure.chaos.checker;

import io.tenure.chaos.history.Field;
import io.tenure.chaos.history.Span;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** All streams that one client read, one after another, each from where the last one ended. */
final class EventChain {

  private static final String GAP = "gap";

  private final Span opened;
  private final EventId first;
  private EventId last;
  private final TreeMap<EventId, Told> told = new TreeMap<>();
  private final List<Gap> gaps = new ArrayList<>();

  /** An event as this client was told of it. */
  record Told(EventId id, Map<String, Object> fields, Span source) {

    String event() {
      return String.valueOf(fields.get(Field.EVENT));
    }

    long claim() {
      return fields.get(Field.CLAIM) instanceof Number number ? number.longValue() : -1;
    }
  }

  private record Gap(EventId after, EventId until) {}

  /** Begins with the first stream; its messages are still to be added. */
  EventChain(Span opened) {
    this.opened = opened;
    this.first = id(opened, Field.STREAM_START);
    this.last = first;
  }

  private static EventId id(Span span, String field) {
    return EventId.parse(span.text(field).orElseThrow());
  }

  void add(Span span, Findings findings) {
    if (!id(span, Field.STREAM_START).equals(last)) {
      findings.broken("a stream does not start at " + last + ", where it was to", briefly(span));
    }
    if (span.completion().fields().get(Field.EVENTS) instanceof List<?> messages) {
      for (Object each : messages) {
        if (each instanceof Map<?, ?> message) {
          take(fields(message), span, findings);
        }
      }
    }
    EventId end = id(span, Field.STREAM_END);
    if (end.compareTo(last) < 0) {
      findings.broken("a stream went back from " + last + " to " + end, briefly(span));
    }
    last = end;
  }

  private void take(Map<String, Object> message, Span span, Findings findings) {
    String event = String.valueOf(message.get(Field.EVENT));
    if (event.equals(GAP)) {
      Gap gap =
          new Gap(
              EventId.parse(String.valueOf(message.get(Field.AFTER))),
              EventId.parse(String.valueOf(message.get(Field.UNTIL))));
      gaps.add(gap);
      moveTo(gap.until, message, span, findings);
    } else if (message.get(Field.CLAIM) != null) {
      EventId id = EventId.parse(String.valueOf(message.get(Field.EVENT_ID)));
      moveTo(id, message, span, findings);
      told.putIfAbsent(id, new Told(id, message, span));
    }
  }

  private void moveTo(EventId id, Map<String, Object> message, Span span, Findings findings) {
    if (id.compareTo(last) <= 0 && !(id.equals(last) && message.get(Field.CLAIM) == null)) {
      findings.broken("told behind " + last + ", again or out of order: " + message, briefly(span));
    }
    last = id;
  }

  private static Map<String, Object> fields(Map<?, ?> message) {
    Map<String, Object> fields = new HashMap<>();
    message.forEach((name, value) -> fields.put(String.valueOf(name), value));
    return fields;
  }

  /** A stream without all its messages. */
  static String briefly(Span span) {
    return "#%d watch of client %d at %s"
        .formatted(span.id(), span.process(), span.text(Field.NODE).orElse("?"));
  }

  /** The beginning of the names that it watches. */
  String prefix() {
    return opened.key();
  }

  int process() {
    return opened.process();
  }

  /** When it had begun: what was filed later is told. */
  long begun() {
    return opened.number(Field.STREAM_NANOS).orElse(Long.MAX_VALUE);
  }

  EventId first() {
    return first;
  }

  EventId last() {
    return last;
  }

  Collection<Told> told() {
    return told.values();
  }

  boolean knows(EventId id) {
    return told.containsKey(id);
  }

  boolean hasGaps() {
    return !gaps.isEmpty();
  }

  boolean isInGap(EventId id) {
    return gaps.stream()
        .anyMatch(gap -> id.compareTo(gap.after) > 0 && id.compareTo(gap.until) <= 0);
  }
}
