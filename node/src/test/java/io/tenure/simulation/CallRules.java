package io.tenure.simulation;

import io.tenure.codec.RequestCodec;
import io.tenure.kernel.Command.Amend;
import io.tenure.kernel.DeliveryId;
import io.tenure.kernel.Request;
import io.tenure.kernel.Result;
import io.tenure.replication.ClientRequest;
import io.tenure.replication.Forwarding;
import io.tenure.replication.Forwarding.Item;
import io.tenure.service.UnavailableException;
import io.tenure.service.UnknownOutcomeException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is promised to whoever calls: an answer in time, and only one; "unavailable" only if the
 * request is never applied; a result only if it was; and that it is not carried out more often than
 * it was asked for.
 */
final class CallRules {

  /** What became of all requests that look alike, and have no delivery id. */
  private static final class Alike {
    private int asked;
    private int unavailable;
    private int doubled;
    private int applied;
  }

  private final DeliveryRules deliveries;
  private final ReadRules reads;
  private final List<Call> open = new ArrayList<>();
  private final Map<ClientRequest, RequestCall> requests = new HashMap<>();
  private final Map<Request, Alike> alike = new HashMap<>();
  private final List<DeliveryId> unavailable = new ArrayList<>();
  private long unknown;
  private long refused;

  CallRules(DeliveryRules deliveries, ReadRules reads) {
    this.deliveries = deliveries;
    this.reads = reads;
  }

  /** How many callers were told that nobody knows what became of their request. */
  long unknown() {
    return unknown;
  }

  /** How many callers were told that their request was surely not applied. */
  long refused() {
    return refused;
  }

  void begins(Call call) {
    open.add(call);
    if (call instanceof RequestCall request) {
      requests.put(request.submission, request);
      if (request.written.delivery() == null) {
        alike(request.written).asked++;
      }
    }
  }

  private Alike alike(Request written) {
    return alike.computeIfAbsent(written, key -> new Alike());
  }

  void sent(ClientRequest submission, long trueMicros) {
    RequestCall call = requests.get(submission);
    if (call != null && call.written.delivery() != null) {
      deliveries.sent(call, trueMicros);
    }
  }

  /** A message is on its way twice. */
  void doubled(byte[] items) {
    for (Item item : Forwarding.decodeItems(items)) {
      Request request = RequestCodec.decode(item.request());
      if (request.delivery() == null) {
        alike(request).doubled++;
      }
    }
  }

  void applied(AppliedEntry step) {
    for (Request request : step.entry().requests()) {
      Alike same = request.delivery() == null ? alike.get(request) : null;
      if (same != null) {
        same.applied++;
      }
    }
  }

  void ends(RequestCall call, @Nullable Result result, @Nullable Throwable failure) {
    ends(call);
    requests.remove(call.submission);
    DeliveryId id = call.written.delivery();
    if (result != null) {
      if (id != null) {
        reads.acknowledged(deliveries.requireAnswer(id, result));
      }
      call.hears(result);
    } else if (failure instanceof UnavailableException) {
      refused++;
      if (id != null) {
        unavailable.add(id);
      } else {
        alike(call.written).unavailable++;
      }
    } else if (failure instanceof UnknownOutcomeException) {
      unknown++;
    } else {
      throw new AssertionError(call.what + " fails", failure);
    }
  }

  void ends(Call call) {
    call.end();
    open.remove(call);
  }

  /** A process ends in an orderly way: everybody has been answered. */
  void requireAllEnded(SimProcess process) {
    for (Call call : open) {
      if (call.process == process) {
        throw new AssertionError(
            "node %d stops without an answer to %s".formatted(process.node.id, call.what));
      }
    }
  }

  /** Nobody answers for a process that is gone. */
  void died(SimProcess process) {
    open.removeIf(call -> call.process == process);
  }

  /** To be called often: looks for calls that should have ended. */
  void requireInTime() {
    for (Call call : open) {
      if (call.process.node.runs()) {
        call.requireInTime();
      }
    }
  }

  /** All that was ever committed has been applied. */
  void requireOutcomes() {
    for (DeliveryId id : unavailable) {
      if (deliveries.isCarriedOut(id)) {
        throw new AssertionError(id + " was applied, but its caller was told that it was not");
      }
    }
    alike.forEach(CallRules::requireCount);
  }

  private static void requireCount(Request request, Alike all) {
    boolean none = all.asked == all.unavailable && all.doubled == 0;
    int most = all.asked - all.unavailable + all.doubled;
    boolean tooMany = isRenewal(request) ? none && all.applied > 0 : all.applied > most;
    if (tooMany) {
      throw new AssertionError(
          "%s was applied %d times, but at most %d were possible"
              .formatted(request, all.applied, most));
    }
  }

  /** Renewals may be sent as often as one likes. */
  private static boolean isRenewal(Request request) {
    return request.command() instanceof Amend amend && amend.status() == null;
  }
}
