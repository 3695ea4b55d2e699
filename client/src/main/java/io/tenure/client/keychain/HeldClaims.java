package io.tenure.client.keychain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tenure.client.machine.ClaimEvent;
import io.tenure.client.machine.ClaimHandle;
import io.tenure.client.machine.ClaimSpec;
import io.tenure.client.machine.Failure;
import io.tenure.client.machine.Lease;
import io.tenure.client.transport.Answer;
import io.tenure.client.transport.Json;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** The claims of the main program: one for each resource. Tells what happens to them. */
final class HeldClaims {

  private final Keychain.Claims maker;
  private final Replies replies;
  private final Runnable onLost;
  private final Map<String, Entry> byResource = new ConcurrentHashMap<>();

  /**
   * A claim.
   *
   * @param request the id of the request that made it, which all its events carry
   */
  record Entry(JsonNode request, ClaimHandle handle) {}

  HeldClaims(Keychain.Claims maker, Replies replies, Runnable onLost) {
    this.maker = maker;
    this.replies = replies;
    this.onLost = onLost;
  }

  /**
   * Begins a claim on a resource that has none.
   *
   * @param renewals whether to tell of each renewal, too
   */
  void add(JsonNode request, ClaimSpec spec, boolean renewals) {
    AtomicLong number = new AtomicLong();
    ClaimHandle handle =
        maker.claim(
            spec,
            event -> {
              if (event instanceof ClaimEvent.Registered registered) {
                number.set(registered.id());
              }
              if (renewals || !(event instanceof ClaimEvent.Renewed)) {
                tell(new Subject(request, spec.resource(), number.get()), event);
              }
            });
    byResource.put(spec.resource(), new Entry(request, handle));
    handle.ended().thenAccept(state -> forget(spec.resource(), handle));
  }

  /** The claim on a resource, if there is one that has not ended. */
  Optional<Entry> find(String resource) {
    return Optional.ofNullable(byResource.get(resource))
        .filter(entry -> !entry.handle().state().isFinal());
  }

  List<Entry> entries() {
    return byResource.values().stream()
        .filter(entry -> !entry.handle().state().isFinal())
        .sorted((a, b) -> a.handle().spec().resource().compareTo(b.handle().spec().resource()))
        .toList();
  }

  List<ClaimHandle> live() {
    return entries().stream().map(Entry::handle).toList();
  }

  private void forget(String resource, ClaimHandle handle) {
    byResource.computeIfPresent(resource, (name, entry) -> entry.handle() == handle ? null : entry);
  }

  /** Which claim an event is about; the number is 0 before it is registered. */
  private record Subject(JsonNode request, String resource, long number) {}

  private void tell(Subject subject, ClaimEvent event) {
    ObjectNode line = Json.object();
    line.put("event", name(event));
    line.set("id", subject.request());
    line.put("resource", subject.resource());
    if (subject.number() > 0) {
      line.put("claim", subject.number());
    }
    describe(event, line);
    replies.send(line);
    if (event instanceof ClaimEvent.Lost) {
      onLost.run();
    }
  }

  private static String name(ClaimEvent event) {
    if (event instanceof ClaimEvent.Cancelled) {
      return "released";
    }
    return event.getClass().getSimpleName().toLowerCase(Locale.ROOT);
  }

  private static void describe(ClaimEvent event, ObjectNode line) {
    if (event instanceof ClaimEvent.Waiting waiting) {
      line.put("position", waiting.position());
    } else if (event instanceof ClaimEvent.Active active) {
      line.put("fencing_token", active.fencingToken());
      lease(active.lease(), line);
    } else if (event instanceof ClaimEvent.Renewed renewed) {
      line.put("fencing_token", renewed.fencingToken());
      lease(renewed.lease(), line);
    } else if (event instanceof ClaimEvent.Lost lost) {
      line.put("reason", lost.loss().reason().name().toLowerCase(Locale.ROOT));
      line.put("detail", lost.loss().detail());
    } else if (event instanceof ClaimEvent.Failed failed) {
      failure(failed.failure(), line);
    }
  }

  static void lease(Lease lease, ObjectNode line) {
    line.put("deadline", BigDecimal.valueOf(lease.deadline().toEpochMilli(), 3));
    line.put("ttl", lease.ttl().toMillis() / 1e3);
  }

  private static void failure(Failure failure, ObjectNode line) {
    line.put("reason", failure.kind().name().toLowerCase(Locale.ROOT));
    line.put("detail", failure.detail());
    failure.answer().map(Answer::json).ifPresent(answer -> line.set("answer", answer));
  }
}
