package io.tenure.kernel;

import static io.tenure.kernel.ClaimStatus.ACTIVE;
import static io.tenure.kernel.ClaimStatus.EXPIRED;
import static io.tenure.kernel.ClaimStatus.RELEASED;
import static io.tenure.kernel.Command.WhenHeld.RENEW_IF_OWN;

import io.tenure.kernel.Command.Acquire;
import io.tenure.kernel.Command.Amend;
import io.tenure.kernel.Command.Configure;
import io.tenure.kernel.Command.RaiseEpoch;
import io.tenure.kernel.Command.RaiseLevel;
import io.tenure.kernel.Command.Release;
import io.tenure.kernel.Command.Renew;
import io.tenure.kernel.Command.Tick;
import io.tenure.kernel.Event.ClaimAsked;
import io.tenure.kernel.Event.ClaimEnded;
import io.tenure.kernel.Event.ClaimFiled;
import io.tenure.kernel.Event.ClaimGranted;
import io.tenure.kernel.Event.ClaimRenewed;
import io.tenure.kernel.Event.EpochRaised;
import io.tenure.kernel.Event.LevelRaised;
import io.tenure.kernel.Event.SettingsChanged;
import io.tenure.kernel.Result.Configured;
import io.tenure.kernel.Result.Confirmed;
import io.tenure.kernel.Result.Ended;
import io.tenure.kernel.Result.Granted;
import io.tenure.kernel.Result.Held;
import io.tenure.kernel.Result.IllegalTransition;
import io.tenure.kernel.Result.LimitReached;
import io.tenure.kernel.Result.NoSuchClaim;
import io.tenure.kernel.Result.NotActive;
import io.tenure.kernel.Result.NotHeld;
import io.tenure.kernel.Result.ProofRejected;
import io.tenure.kernel.Result.Queued;
import io.tenure.kernel.Result.Renewed;
import io.tenure.kernel.Result.StillWaiting;
import io.tenure.kernel.Result.Ticked;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What each command leads to. Before one is judged, the lease of the resource that it touches has
 * ended if it has run out.
 */
final class Decisions implements Command.Handler<Result> {

  private final Journal journal;
  private final LeaseTable table;

  Decisions(Journal journal) {
    this.journal = journal;
    table = journal.table();
  }

  @Override
  public Result on(Acquire wish) {
    Acquire command = LeaseNames.settled(wish, table.level(), this::settle);
    Optional<Claim> holder = settle(command.resource());
    if (holder.isPresent() && !command.whenHeld().queues()) {
      return refuseOrRenew(command, holder.get());
    }
    Optional<Result> limit = limitReached(command, holder.isPresent());
    if (limit.isPresent()) {
      return limit.get();
    }
    Asks asks = Asks.ofNew(command, table.now().cluster(), table.settings());
    Claim claim = Claim.file(table.nextClaimId(), command, table.now(), asks);
    journal.emit(new ClaimFiled(claim));
    if (holder.isPresent()) {
      return new Queued(view(claim), view(holder.get()));
    }
    Claim granted = claim.activate(table.nextVersion(), table.now());
    journal.emit(new ClaimGranted(granted));
    return new Granted(view(granted));
  }

  private Result refuseOrRenew(Acquire command, Claim holder) {
    boolean own = holder.holder().isSameAs(command.holder());
    return own && command.whenHeld() == RENEW_IF_OWN
        ? renew(holder, command.holder(), command.ttl(), command.data())
        : new Held(view(holder));
  }

  private Optional<Result> limitReached(Acquire command, boolean held) {
    Settings limits = table.settings();
    if (table.liveClaims() >= limits.liveLimit()) {
      return Optional.of(new LimitReached(Limit.LIVE_CLAIMS, limits.liveLimit()));
    }
    if (held && table.queueLength(command.resource()) >= limits.queueLimit()) {
      return Optional.of(new LimitReached(Limit.QUEUE, limits.queueLimit()));
    }
    return !command.namespace().isEmpty()
            && table.liveIn(command.namespace()) >= limits.namespaceLimit()
        ? Optional.of(new LimitReached(Limit.NAMESPACE, limits.namespaceLimit()))
        : Optional.empty();
  }

  @Override
  public Result on(Amend command) {
    table.claim(command.claim()).ifPresent(claim -> settle(claim.resource()));
    Optional<Claim> claim = table.claim(command.claim());
    if (claim.isEmpty()) {
      return new NoSuchClaim(command.claim());
    }
    ClaimStatus status = command.status();
    if (status != null && status != ACTIVE) {
      return endAs(claim.get(), status);
    }
    return claim.get().isActive()
        ? confirm(claim.get(), command.ttl())
        : stayWaiting(claim.get(), status);
  }

  private Result confirm(Claim claim, @Nullable Ttl ttl) {
    return ttl == null
        ? new Confirmed(view(noteAsk(claim)))
        : renew(claim, claim.holder(), ttl, claim.data());
  }

  private Claim noteAsk(Claim claim) {
    if (claim.asks() == null) {
      return claim;
    }
    Claim asked = claim.asked(claim.asks(), table.now().cluster());
    journal.emit(new ClaimAsked(asked));
    return asked;
  }

  /** Who asks to become active is told to wait, also if the wish names a ttl to start with. */
  private Result stayWaiting(Claim claim, @Nullable ClaimStatus wish) {
    ClaimView asked = view(noteAsk(claim));
    return wish == ACTIVE
        ? new StillWaiting(asked, view(table.holder(claim.resource()).orElseThrow()))
        : new NotActive(asked);
  }

  private Result endAs(Claim claim, ClaimStatus ending) {
    return ending != EXPIRED && claim.status().mayBecome(ending)
        ? end(claim, ending, claim.data())
        : new IllegalTransition(view(noteAsk(claim)), ending);
  }

  @Override
  public Result on(Renew command) {
    return ifProven(
        command.resource(),
        command.proof(),
        holder -> {
          Ttl ttl = command.ttl() != null ? command.ttl() : holder.ttl();
          UserData data = command.data() != null ? command.data() : holder.data();
          return renew(holder, holder.holder(), ttl, data);
        });
  }

  @Override
  public Result on(Release command) {
    return ifProven(
        command.resource(),
        command.proof(),
        holder -> {
          boolean counts = table.level() >= Level.SECOND;
          Claim last = counts ? holder.withVersion(table.nextVersion()) : holder;
          return end(last, RELEASED, command.purgeData() ? UserData.NONE : holder.data());
        });
  }

  @Override
  public Result on(Tick command) {
    int expired = 0;
    Optional<Claim> next = table.nextExpired();
    while (next.isPresent() && expired < LeaseKernel.EXPIRIES_PER_TICK) {
      Claim claim = next.get();
      end(claim, EXPIRED, claim.data());
      expired++;
      next = successorThatIsOver(claim).or(table::nextExpired);
    }
    return new Ticked(expired, next.isPresent());
  }

  /**
   * Who was promoted just now, if its lease is empty: the same tick ends it, so that a queue of
   * such claims does not take an entry for each of them.
   */
  private Optional<Claim> successorThatIsOver(Claim ended) {
    return table.level() >= Level.THIRD
        ? table.holder(ended.resource()).filter(Claim::isEmpty)
        : Optional.empty();
  }

  @Override
  public Result on(Configure command) {
    Settings wanted = command.settings().atLevel(table.level());
    if (!wanted.equals(table.settings())) {
      journal.emit(new SettingsChanged(wanted));
    }
    return new Configured();
  }

  @Override
  public Result on(RaiseEpoch command) {
    if (table.lastVersion().epoch() == LeaseVersion.LAST_EPOCH) {
      return new LimitReached(Limit.EPOCH, LeaseVersion.LAST_EPOCH);
    }
    journal.emit(new EpochRaised(table.lastVersion().raised()));
    return new Configured();
  }

  /** A cluster never goes back to an older level. */
  @Override
  public Result on(RaiseLevel command) {
    if (command.level() > table.level()) {
      journal.emit(new LevelRaised(command.level()));
    }
    return new Configured();
  }

  /** Who holds the resource now, after a lease that has run out was ended. */
  private Optional<Claim> settle(ResourceKey resource) {
    Optional<Claim> holder = table.holder(resource);
    if (holder.isPresent() && holder.get().tenure().isExpiredAt(table.now().cluster())) {
      end(holder.get(), EXPIRED, holder.get().data());
      return table.holder(resource);
    }
    return holder;
  }

  private Result ifProven(ResourceKey asked, Proof proof, Function<Claim, Result> action) {
    ResourceKey resource = LeaseNames.settled(asked, proof, table.level(), this::settle);
    Optional<Claim> holder = settle(resource);
    if (holder.isEmpty()) {
      return new NotHeld(resource, null);
    }
    return proof.covers(holder.get())
        ? action.apply(holder.get())
        : new ProofRejected(view(holder.get()));
  }

  private Result renew(Claim claim, Holder holder, Ttl ttl, UserData data) {
    Lease lease = claim.tenure().renew(table.nextVersion(), table.now(), ttl);
    Claim renewed = claim.renew(lease, holder, ttl, data);
    journal.emit(new ClaimRenewed(renewed));
    return new Renewed(view(renewed));
  }

  /** Ends a claim and, if that freed the resource, grants it to the next in line. */
  private Result end(Claim claim, ClaimStatus ending, UserData kept) {
    Claim ended = claim.end(ending, table.now(), kept);
    journal.emit(new ClaimEnded(ended, table.endedLedger().ended() + 1));
    if (claim.isActive()) {
      table.queue(claim.resource(), 1).forEach(this::promote);
    }
    return new Ended(new ClaimView(ended, 0, table.now().cluster()));
  }

  private void promote(Claim next) {
    journal.emit(
        new ClaimGranted(next.promote(table.nextVersion(), table.now(), table.settings())));
  }

  private ClaimView view(Claim live) {
    return new ClaimView(live, table.position(live), table.now().cluster());
  }
}
