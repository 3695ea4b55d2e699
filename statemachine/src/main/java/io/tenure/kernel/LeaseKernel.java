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
import io.tenure.kernel.Result.StillWaiting;
import io.tenure.kernel.Result.Ticked;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Decides what each committed request leads to. Not thread-safe: one thread applies the log.
 *
 * <p>Every request takes the same steps: time has moved to its entry's stamp; if the lease of the
 * resource that it touches has run out by then, that lease ends and goes to the next in line; only
 * then is the command judged. So no command ever meets an expired lease. All other leases that have
 * run out wait for a {@link Tick}, which ends at most {@value #EXPIRIES_PER_TICK} of them: a
 * million leases that end together are many short entries, not a long one.
 */
public final class LeaseKernel {

  public static final int EXPIRIES_PER_TICK = 1_000;

  /** How much may be forgotten with one entry: more than its requests can add. */
  private static final int DROPS_PER_ENTRY = EXPIRIES_PER_TICK + 256;

  private static final int DROPS_PER_REQUEST = 4;

  /** An entry adds the deliveries of one, so they never pile up. */
  private static final int DELIVERIES_DROPPED_PER_ENTRY = 4;

  /** How long a delivery is remembered: longer than any node goes on sending one again. */
  public static final long DELIVERY_MICROS = 12_000_000;

  private final LeaseTable table;

  public LeaseKernel(LeaseTable table) {
    this.table = table;
  }

  public Outcome apply(LogEntry entry) {
    Step step = new Step(entry.requests().size());
    step.advanceTimeTo(entry.stamp());
    for (Request request : entry.requests()) {
      step.results.add(step.answer(request));
    }
    step.keepDeliveries(entry.index());
    step.forget(DROPS_PER_ENTRY + DROPS_PER_REQUEST * entry.requests().size());
    return new Outcome(step.results, step.events);
  }

  /** The work on one entry: each event is applied to the table at once, and kept. */
  private final class Step implements Command.Handler<Result> {

    private final List<Result> results;
    private final List<Event> events;
    private final Map<DeliveryId, Result> delivered = new LinkedHashMap<>();

    Step(int requests) {
      results = new ArrayList<>(requests);
      events = new ArrayList<>(2 * requests + 1);
    }

    void advanceTimeTo(Moment stamp) {
      if (table.now().cluster().isBefore(stamp.cluster())) {
        emit(new TimeAdvanced(stamp));
      }
    }

    Result answer(Request request) {
      DeliveryId delivery = request.delivery();
      if (delivery == null || table.level() < Level.SECOND) {
        return answerOnce(request);
      }
      Optional<Long> entry = table.deliveries().entryOf(delivery);
      if (entry.isPresent() || table.deliveries().isForgotten(delivery)) {
        return new Redelivered(delivery, entry.orElse(Redelivered.FORGOTTEN));
      }
      return delivered.computeIfAbsent(delivery, id -> answerOnce(request));
    }

    private Result answerOnce(Request request) {
      RequestKey key = request.key();
      if (key == null) {
        return request.command().dispatch(this);
      }
      dropIfOver(key.name());
      Optional<Long> fingerprint = table.answers().fingerprint(key.name());
      if (fingerprint.isPresent()) {
        return fingerprint.get() == key.fingerprint() ? new Repeated(key) : new KeyReused();
      }
      return answerFirst(key, request.command());
    }

    /** Else the answer might be dropped with this very entry, before anybody can look it up. */
    private void dropIfOver(RequestKey.Name name) {
      if (table.answers().isOver(name, table.now().cluster())) {
        emit(new AnswerDropped(name));
      }
    }

    private Result answerFirst(RequestKey key, Command command) {
      Settings settings = table.settings();
      MemoRules rules = new MemoRules(table);
      int room = rules.roomFor(command);
      if (table.answers().size() >= room) {
        table.answers().due(table.now().cluster()).ifPresent(name -> emit(new AnswerDropped(name)));
      }
      boolean full = table.answers().size() >= room;
      if (full && !rules.mayGoUnremembered(command)) {
        return new LimitReached(Limit.MEMO, settings.memoLimit());
      }
      Result result = command.dispatch(this);
      if (!full && !(result instanceof LimitReached)) {
        ClusterTime until = table.now().cluster().plusMicros(settings.memoMicros());
        emit(new AnswerKept(key, until, result));
      }
      return result;
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
      emit(new ClaimFiled(claim));
      if (holder.isPresent()) {
        return new Queued(view(claim), view(holder.get()));
      }
      Claim granted = claim.activate(table.nextVersion(), table.now());
      emit(new ClaimGranted(granted));
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
      emit(new ClaimAsked(asked));
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
      Optional<ClaimId> next = table.nextExpired();
      while (next.isPresent() && expired < EXPIRIES_PER_TICK) {
        Claim claim = table.claim(next.get()).orElseThrow();
        end(claim, EXPIRED, claim.data());
        expired++;
        next = table.nextExpired();
      }
      return new Ticked(expired, next.isPresent());
    }

    @Override
    public Result on(Configure command) {
      Settings wanted = command.settings().atLevel(table.level());
      if (!wanted.equals(table.settings())) {
        emit(new SettingsChanged(wanted));
      }
      return new Configured();
    }

    @Override
    public Result on(RaiseEpoch command) {
      if (table.lastVersion().epoch() == LeaseVersion.LAST_EPOCH) {
        return new LimitReached(Limit.EPOCH, LeaseVersion.LAST_EPOCH);
      }
      emit(new EpochRaised(table.lastVersion().raised()));
      return new Configured();
    }

    /** A cluster never goes back to an older level. */
    @Override
    public Result on(RaiseLevel command) {
      if (command.level() > table.level()) {
        emit(new LevelRaised(command.level()));
      }
      return new Configured();
    }

    /** Remembers with one event what all deliveries of an entry were answered. */
    void keepDeliveries(long entry) {
      if (!delivered.isEmpty()) {
        ClusterTime until = table.now().cluster().plusMicros(DELIVERY_MICROS);
        List<DeliveryId> ids = List.copyOf(delivered.keySet());
        List<Result> answers = List.copyOf(delivered.values());
        emit(new DeliveriesKept(new KeptDeliveries(entry, until, ids), answers));
      }
    }

    /** Forgets what is due to be forgotten, at most {@code budget} of each kind. */
    void forget(int budget) {
      long dropped = table.endedLedger().dropped();
      long due = table.endedLedger().due(table.now().cluster(), table.settings());
      if (due > dropped) {
        emit(new EndedDropped(dropped + 1, Math.min(due, dropped + budget)));
      }
      Optional<RequestKey.Name> oldest = table.answers().due(table.now().cluster());
      for (int i = 0; i < budget && oldest.isPresent(); i++) {
        emit(new AnswerDropped(oldest.get()));
        oldest = table.answers().due(table.now().cluster());
      }
      Optional<Long> overdue = table.deliveries().due(table.now().cluster());
      for (int i = 0; i < DELIVERIES_DROPPED_PER_ENTRY && overdue.isPresent(); i++) {
        emit(new DeliveriesDropped(overdue.get()));
        overdue = table.deliveries().due(table.now().cluster());
      }
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
      emit(new ClaimRenewed(renewed));
      return new Renewed(view(renewed));
    }

    /** Ends a claim and, if that freed the resource, grants it to the next in line. */
    private Result end(Claim claim, ClaimStatus ending, UserData kept) {
      Claim ended = claim.end(ending, table.now(), kept);
      emit(new ClaimEnded(ended, table.endedLedger().ended() + 1));
      if (claim.isActive()) {
        table.queue(claim.resource(), 1).forEach(this::promote);
      }
      return new Ended(new ClaimView(ended, 0, table.now().cluster()));
    }

    private void promote(Claim next) {
      emit(new ClaimGranted(next.promote(table.nextVersion(), table.now(), table.settings())));
    }

    private ClaimView view(Claim live) {
      return new ClaimView(live, table.position(live), table.now().cluster());
    }

    private void emit(Event event) {
      table.apply(event);
      events.add(event);
    }
  }
}
