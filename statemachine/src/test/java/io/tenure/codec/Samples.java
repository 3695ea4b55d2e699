package io.tenure.codec;

import io.tenure.kernel.Asks;
import io.tenure.kernel.Claim;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.ClaimView;
import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.Command.Acquire;
import io.tenure.kernel.Command.Amend;
import io.tenure.kernel.Command.Configure;
import io.tenure.kernel.Command.RaiseEpoch;
import io.tenure.kernel.Command.RaiseLevel;
import io.tenure.kernel.Command.Release;
import io.tenure.kernel.Command.Renew;
import io.tenure.kernel.Command.Tick;
import io.tenure.kernel.Command.WhenHeld;
import io.tenure.kernel.DeliveryId;
import io.tenure.kernel.EndedLedger;
import io.tenure.kernel.FencingToken;
import io.tenure.kernel.Holder;
import io.tenure.kernel.Lease;
import io.tenure.kernel.LeaseTable;
import io.tenure.kernel.LeaseVersion;
import io.tenure.kernel.Limit;
import io.tenure.kernel.Moment;
import io.tenure.kernel.Proof;
import io.tenure.kernel.Request;
import io.tenure.kernel.RequestKey;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Result;
import io.tenure.kernel.Settings;
import io.tenure.kernel.Ttl;
import io.tenure.kernel.UserData;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One value of every shape, by the name that it has in the golden files. They must never change.
 */
final class Samples {

  private static final ResourceKey RESOURCE = new ResourceKey("prod/db-1");
  private static final Holder HOLDER = new Holder("worker-7", Holder.Kind.LOCK);
  private static final UserData DATA = UserData.of(new byte[] {0, 1, -1, 127, -128});
  private static final RequestKey KEY =
      new RequestKey(0x0123456789ABCDEFL, -2, 0x7FFFFFFFFFFFFFFFL);

  private Samples() {}

  static Map<String, Request> requests() {
    Map<String, Request> all = new LinkedHashMap<>();
    all.put("acquire-queue", Request.of(acquire(WhenHeld.QUEUE)));
    all.put("acquire-refuse", Request.of(acquire(WhenHeld.REFUSE)));
    all.put("acquire-renew-if-own", new Request(acquire(WhenHeld.RENEW_IF_OWN), KEY));
    all.put(
        "acquire-bare",
        Request.of(
            new Acquire(
                new ResourceKey("Zürich/\u0000/\uD83D\uDD12/\uD800"),
                Holder.ANONYMOUS,
                Ttl.FOREVER,
                WhenHeld.QUEUE,
                UserData.NONE,
                "")));
    ClaimId claim = new ClaimId(300);
    all.put("amend-ttl", Request.of(new Amend(claim, new Ttl(0), null)));
    all.put("amend-status", Request.of(new Amend(claim, null, ClaimStatus.REVOKED)));
    all.put(
        "amend-both", new Request(new Amend(claim, Ttl.ofSeconds(30), ClaimStatus.ACTIVE), KEY));
    Proof byClaim = new Proof.ByClaim(claim);
    Proof byBoth = new Proof.ByHolderAndVersion(HOLDER, new LeaseVersion((1L << 53) - 1));
    all.put("renew-bare", Request.of(new Renew(RESOURCE, byClaim, null, null)));
    all.put("renew-all", new Request(new Renew(RESOURCE, byBoth, Ttl.ofSeconds(9), DATA), KEY));
    all.put(
        "renew-data",
        Request.of(new Renew(RESOURCE, new Proof.ByHolder(HOLDER), null, UserData.NONE)));
    Proof byVersion = new Proof.ByVersion(new LeaseVersion(5));
    all.put("release-keep", Request.of(new Release(RESOURCE, byVersion, false)));
    all.put("release-purge", new Request(new Release(RESOURCE, byBoth, true), KEY));
    all.put("tick", Request.of(new Tick()));
    all.put("configure", Request.of(new Configure(settings())));
    all.put("raise-epoch", new Request(new RaiseEpoch(), KEY));
    putSecondLevel(all, claim);
    return all;
  }

  private static void putSecondLevel(Map<String, Request> all, ClaimId claim) {
    DeliveryId delivery = new DeliveryId(-3, 300);
    all.put("acquire-poll", new Request(acquire(WhenHeld.POLL), KEY, delivery));
    all.put("amend-delivered", new Request(new Amend(claim, new Ttl(9), null), null, delivery));
    all.put(
        "configure-grace", Request.of(new Configure(settings().withPromotionGrace(60_000_000))));
    all.put("raise-level", Request.of(new RaiseLevel(2)));
  }

  static Map<String, Claim> claims() {
    Map<String, Claim> all = new LinkedHashMap<>();
    Moment ended = moment(9_000_000);
    all.put("waiting", claim(ClaimStatus.WAITING, null, null));
    all.put("active", claim(ClaimStatus.ACTIVE, lease(moment(7_000_000).cluster()), null));
    all.put("active-forever", claim(ClaimStatus.ACTIVE, lease(ClusterTime.NEVER), null));
    for (ClaimStatus status : ClaimStatus.values()) {
      String name = status.name().toLowerCase(Locale.ROOT);
      if (status.isFinal()) {
        all.put(name, claim(status, lease(moment(8_000_000).cluster()), ended));
      }
      if (ClaimStatus.WAITING.mayBecome(status) && status.isFinal()) {
        all.put(name + "-ungranted", claim(status, null, ended));
      }
    }
    Asks asks = new Asks(moment(1_500_000).cluster(), 400_000);
    all.put("waiting-asks", withAsks(all.get("waiting"), asks));
    all.put("active-unasked", withAsks(all.get("active"), asks));
    return all;
  }

  static Map<String, Result> results() {
    Claim active = claims().get("active");
    ClaimView holder = new ClaimView(active, 0, moment(6_000_000).cluster());
    ClaimView waiting =
        new ClaimView(claims().get("waiting"), 100_000, moment(6_000_000).cluster());
    ClaimView ended = new ClaimView(claims().get("released"), 0, moment(9_000_000).cluster());
    Map<String, Result> all = new LinkedHashMap<>();
    all.put("granted", new Result.Granted(holder));
    all.put("queued", new Result.Queued(waiting, holder));
    all.put("renewed", new Result.Renewed(holder));
    all.put("confirmed", new Result.Confirmed(holder));
    all.put("ended", new Result.Ended(ended));
    all.put("ticked", new Result.Ticked(1000, true));
    all.put("configured", new Result.Configured());
    all.put("held", new Result.Held(holder));
    all.put("still-waiting", new Result.StillWaiting(waiting, holder));
    all.put("not-active", new Result.NotActive(waiting));
    all.put("proof-rejected", new Result.ProofRejected(holder));
    all.put("not-held", new Result.NotHeld(RESOURCE, null));
    all.put("not-held-since", new Result.NotHeld(RESOURCE, claims().get("expired")));
    all.put("illegal-transition", new Result.IllegalTransition(waiting, ClaimStatus.RELEASED));
    all.put("no-such-claim", new Result.NoSuchClaim(new ClaimId(Long.MAX_VALUE)));
    all.put("already-ended", new Result.AlreadyEnded(ended));
    for (Limit limit : Limit.values()) {
      all.put(
          "limit-reached-" + limit.name().toLowerCase(Locale.ROOT),
          new Result.LimitReached(limit, 100_000));
    }
    all.put("repeated", new Result.Repeated(KEY));
    all.put("key-reused", new Result.KeyReused());
    all.put("replayed", new Result.Replayed(new Result.Granted(holder), ended));
    all.put("replayed-bare", new Result.Replayed(new Result.Held(holder), null));
    all.put("redelivered", new Result.Redelivered(new DeliveryId(-3, 300), 1L << 40));
    return all;
  }

  static Map<String, AppliedHead> heads() {
    LeaseTable.TableHead table =
        new LeaseTable.TableHead(
            moment(12_345_678),
            new ClaimId(99),
            new LeaseVersion((3L << 44) + 1),
            settings(),
            -1,
            2000,
            1500,
            List.of(
                new EndedLedger.Mark(1501, moment(5).cluster(), moment(6).cluster()),
                new EndedLedger.Mark(1700, moment(7).cluster(), moment(8).cluster())),
            1,
            List.of());
    LeaseTable.TableHead second =
        new LeaseTable.TableHead(
            table.now(),
            table.lastClaim(),
            table.lastVersion(),
            settings().withPromotionGrace(60_000_000),
            7,
            8,
            8,
            List.of(),
            2,
            List.of(new DeliveryId(-3, 300), new DeliveryId(4, 1)));
    Map<String, AppliedHead> all = new LinkedHashMap<>();
    all.put("first", new AppliedHead(1, 0, 0, 0, firstHead()));
    all.put("later", new AppliedHead(123_456, 0, 0xCAFEBABECAFED00DL, 77, table));
    all.put("second-level", new AppliedHead(123_457, 9, 0xCAFEBABECAFED00DL, 77, second));
    return all;
  }

  private static LeaseTable.TableHead firstHead() {
    return new LeaseTable.TableHead(
        Moment.ZERO,
        ClaimId.NONE,
        new LeaseVersion(0),
        settings(),
        0,
        0,
        0,
        List.of(),
        1,
        List.of());
  }

  static Moment moment(long clusterMicros) {
    return new Moment(new ClusterTime(clusterMicros), 1_700_000_000_000_000L + clusterMicros);
  }

  private static Acquire acquire(WhenHeld whenHeld) {
    return new Acquire(RESOURCE, HOLDER, Ttl.ofSeconds(60), whenHeld, DATA, "prod");
  }

  private static Settings settings() {
    return new Settings(1, 20, 300, 4_000_000_000L, 50_000, 600_000_000L, 7_000_000);
  }

  private static Lease lease(ClusterTime expiresAt) {
    return new Lease(
        new FencingToken(41),
        new LeaseVersion(43),
        moment(2_000_000),
        // The wall clock was set back between the two.
        new Moment(new ClusterTime(3_000_000), 1_600_000_000_000_000L),
        2,
        expiresAt);
  }

  private static Claim claim(ClaimStatus status, @Nullable Lease lease, @Nullable Moment ended) {
    return new Claim(
        new ClaimId(17),
        RESOURCE,
        HOLDER,
        Ttl.ofSeconds(5),
        DATA,
        "prod",
        moment(1_000_000),
        status,
        lease,
        ended,
        null);
  }

  private static Claim withAsks(Claim claim, Asks asks) {
    return new Claim(
        claim.id(),
        claim.resource(),
        claim.holder(),
        claim.ttl(),
        claim.data(),
        claim.namespace(),
        claim.filed(),
        claim.status(),
        claim.lease(),
        claim.ended(),
        asks);
  }
}
