package io.tenure.gateway.locket;

import io.grpc.Status;
import io.tenure.gateway.locket.wire.FetchAllRequest;
import io.tenure.gateway.locket.wire.FetchAllResponse;
import io.tenure.gateway.locket.wire.FetchRequest;
import io.tenure.gateway.locket.wire.FetchResponse;
import io.tenure.gateway.locket.wire.LockRequest;
import io.tenure.gateway.locket.wire.LockResponse;
import io.tenure.gateway.locket.wire.ReleaseRequest;
import io.tenure.gateway.locket.wire.ReleaseResponse;
import io.tenure.gateway.locket.wire.Resource;
import io.tenure.kernel.Command;
import io.tenure.kernel.Command.Acquire;
import io.tenure.kernel.Command.Release;
import io.tenure.kernel.Command.WhenHeld;
import io.tenure.kernel.Holder;
import io.tenure.kernel.Proof.ByHolder;
import io.tenure.kernel.Request;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Result;
import io.tenure.kernel.Ttl;
import io.tenure.kernel.UserData;
import io.tenure.service.Consistency;
import io.tenure.service.Leases;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The four calls: what each asks of the cluster, and how it is answered. */
final class LocketHandlers {

  /** Locks of this dialect know no quotas. */
  private static final String NO_NAMESPACE = "";

  private static final long MICROS_PER_SECOND = 1_000_000;

  private final Leases leases;
  private final boolean releaseMissingIsOk;
  private final LocketAnswers answers = new LocketAnswers();
  private final HeldLocks roll;

  LocketHandlers(Leases leases, boolean releaseMissingIsOk) {
    this.leases = leases;
    this.releaseMissingIsOk = releaseMissingIsOk;
    this.roll = new HeldLocks(leases);
  }

  CompletionStage<LocketReply<LockResponse>> lock(LockRequest request, RetryUntilDeadline retries) {
    Optional<Status> flaw = RequestCheck.flaw(request);
    if (flaw.isPresent()) {
      return refused(flaw.get());
    }
    Resource wanted = request.getResource();
    Acquire acquire =
        new Acquire(
            HeldResource.named(wanted.getKey()),
            new Holder(wanted.getOwner(), Kinds.of(wanted).orElseThrow()),
            ttl(request.getTtlInSeconds()),
            WhenHeld.RENEW_IF_OWN,
            UserData.of(wanted.getValueBytes().toByteArray()),
            NO_NAMESPACE);
    return submit(acquire, retries)
        .thenApply(
            told -> told.answer().dispatch(answers).reply(LockResponse.getDefaultInstance()));
  }

  CompletionStage<LocketReply<ReleaseResponse>> release(
      ReleaseRequest request, RetryUntilDeadline retries) {
    Optional<Status> flaw = RequestCheck.flaw(request);
    if (flaw.isPresent()) {
      return refused(flaw.get());
    }
    Resource held = request.getResource();
    Holder owner = Holder.named(held.getOwner());
    Release release = new Release(HeldResource.named(held.getKey()), new ByHolder(owner), true);
    return submit(release, retries)
        .thenApply(
            told -> {
              // What is gone when it is asked for again may have been released the first time.
              boolean missingIsOk = releaseMissingIsOk || told.again();
              boolean missing = told.answer() instanceof Result.NotHeld;
              LocketAnswer said =
                  missing && missingIsOk ? LocketAnswer.DONE : told.answer().dispatch(answers);
              return said.reply(ReleaseResponse.getDefaultInstance());
            });
  }

  CompletionStage<LocketReply<FetchResponse>> fetch(
      FetchRequest request, RetryUntilDeadline retries) {
    Optional<Status> flaw = RequestCheck.flaw(request);
    if (flaw.isPresent()) {
      return refused(flaw.get());
    }
    ResourceKey resource = HeldResource.named(request.getKey());
    return retries
        .ask(
            caller ->
                leases.read(state -> state.holder(resource), Consistency.LINEARIZABLE, caller))
        .thenApply(
            told ->
                told.answer()
                    .map(view -> HeldResource.of(view.claim()))
                    .map(
                        found ->
                            LocketReply.of(FetchResponse.newBuilder().setResource(found).build()))
                    .orElseGet(() -> LocketReply.refused(LocketRefusals.NOT_HELD)));
  }

  CompletionStage<LocketReply<FetchAllResponse>> fetchAll(
      FetchAllRequest request, RetryUntilDeadline retries) {
    Optional<Status> flaw = RequestCheck.flaw(request);
    return flaw.isPresent()
        ? refused(flaw.get())
        : roll.call(Kinds.of(request).orElseThrow(), retries);
  }

  private CompletionStage<RetryUntilDeadline.Told<Result>> submit(
      Command command, RetryUntilDeadline retries) {
    Request request = Request.of(command);
    return retries.ask(caller -> leases.submit(request, caller));
  }

  /** What would outlast the cluster's clock never ends. */
  private static Ttl ttl(long seconds) {
    return seconds > Long.MAX_VALUE / MICROS_PER_SECOND ? Ttl.FOREVER : Ttl.ofSeconds(seconds);
  }

  private static <A> CompletionStage<LocketReply<A>> refused(Status status) {
    return CompletableFuture.completedFuture(LocketReply.refused(status));
  }
}
