package io.tenure.cli.keychain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tenure.client.machine.BelievedLease;
import io.tenure.client.machine.ClaimEvent;
import io.tenure.client.machine.ClaimHandle;
import io.tenure.client.machine.ClaimListener;
import io.tenure.client.machine.ClaimSpec;
import io.tenure.client.machine.Failure;
import io.tenure.client.transport.HttpAnswer;
import io.tenure.client.transport.Json;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The claims of the main program: one for each resource. Tells what happens to them. That one was
 * given back or failed is told when nothing is left to be done for it, so that the resource can be
 * claimed again from then on; a loss is told at once.
 */
final class HeldClaims {

  private final Keychain.Claims maker;
  private final KeychainReplies replies;
  private final Runnable onLost;
  private final Map<String, Entry> byResource = new ConcurrentHashMap<>();
  private final Set<Entry> ending = ConcurrentHashMap.newKeySet(); // lost, and another in its place

  /**
   * A claim.
   *
   * @param story what the main program was told of it
   * @param closed when it has ended and that was told
   */
  record Entry(Story story, ClaimHandle handle, CompletableFuture<Void> closed) {

    JsonNode request() {
      return story.request;
    }

    boolean isLive() {
      return !story.isLost() && !handle.state().isFinal();
    }
  }

  HeldClaims(Keychain.Claims maker, KeychainReplies replies, Runnable onLost) {
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
    Story story = new Story(request, spec.resource(), renewals);
    ClaimHandle handle = maker.claim(spec, story);
    CompletableFuture<Void> closed = new CompletableFuture<>();
    Entry entry = new Entry(story, handle, closed);
    Entry before = byResource.put(spec.resource(), entry);
    if (before != null && !before.closed().isDone()) {
      ending.add(before);
      before.closed().thenRun(() -> ending.remove(before));
    }
    handle.ended().thenAccept(state -> close(entry));
  }

  /** The claim on a resource, if there is one that has not ended. */
  Optional<Entry> find(String resource) {
    return Optional.ofNullable(byResource.get(resource)).filter(Entry::isLive);
  }

  /** Those that have not ended, by their resources. */
  List<Entry> entries() {
    return byResource.values().stream()
        .filter(Entry::isLive)
        .sorted((a, b) -> a.handle().spec().resource().compareTo(b.handle().spec().resource()))
        .toList();
  }

  /** All for which something is left to be done, those that were lost too. */
  List<Entry> unfinished() {
    return Stream.concat(byResource.values().stream(), ending.stream())
        .filter(entry -> !entry.closed().isDone())
        .distinct()
        .toList();
  }

  private void close(Entry entry) {
    byResource.remove(entry.handle().spec().resource(), entry);
    entry.story().end();
    entry.closed().complete(null);
  }

  /** What is told of one claim. Its last event is kept until {@link #end}, unless it is a loss. */
  private final class Story implements ClaimListener {
    private final JsonNode request; // the id of the request that made it, which all events carry
    private final String resource;
    private final boolean renewals;
    private final AtomicLong number = new AtomicLong(); // 0 before it is registered
    private final AtomicReference<@Nullable ClaimEvent> last = new AtomicReference<>();

    Story(JsonNode request, String resource, boolean renewals) {
      this.request = request;
      this.resource = resource;
      this.renewals = renewals;
    }

    boolean isLost() {
      return last.get() instanceof ClaimEvent.Lost;
    }

    @Override
    public void on(ClaimEvent event) {
      if (event instanceof ClaimEvent.Registered registered) {
        number.set(registered.id());
      }
      if (event instanceof ClaimEvent.Lost) {
        last.set(event);
        tell(event);
        onLost.run();
      } else if (isLast(event)) {
        last.set(event);
      } else if (renewals || !(event instanceof ClaimEvent.Renewed)) {
        tell(event);
      }
    }

    void end() {
      ClaimEvent event = last.get();
      if (event != null && !isLost()) {
        tell(event);
      }
    }

    private void tell(ClaimEvent event) {
      ObjectNode line = Json.object();
      line.put("event", name(event));
      line.set("id", request);
      line.put("resource", resource);
      if (number.get() > 0) {
        line.put("claim", number.get());
      }
      describe(event, line);
      replies.send(line);
    }
  }

  private static boolean isLast(ClaimEvent event) {
    return event instanceof ClaimEvent.Released
        || event instanceof ClaimEvent.Cancelled
        || event instanceof ClaimEvent.Failed;
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

  static void lease(BelievedLease lease, ObjectNode line) {
    line.put("deadline", BigDecimal.valueOf(lease.deadline().toEpochMilli(), 3));
    line.put("ttl", lease.ttl().toMillis() / 1e3);
  }

  private static void failure(Failure failure, ObjectNode line) {
    line.put("reason", failure.kind().name().toLowerCase(Locale.ROOT));
    line.put("detail", failure.detail());
    failure.answer().map(HttpAnswer::json).ifPresent(answer -> line.set("answer", answer));
  }
}
