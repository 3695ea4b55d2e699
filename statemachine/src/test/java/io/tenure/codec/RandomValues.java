package io.tenure.codec;

import io.tenure.kernel.Asks;
import io.tenure.kernel.Claim;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.ClaimView;
import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.Command;
import io.tenure.kernel.DeliveryId;
import io.tenure.kernel.FencingToken;
import io.tenure.kernel.Holder;
import io.tenure.kernel.Lease;
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
import java.util.Random;

/** Values drawn from a seed, of every shape and with numbers of every length. */
final class RandomValues {

  private final Random random;

  RandomValues(long seed) {
    random = new Random(seed);
  }

  Request request() {
    return new Request(
        command(), random.nextBoolean() ? null : key(), random.nextBoolean() ? null : delivery());
  }

  Moment moment() {
    return new Moment(time(), anyLong());
  }

  Result result() {
    return switch (random.nextInt(18)) {
      case 0 -> new Result.Granted(view());
      case 1 -> new Result.Queued(view(), view());
      case 2 -> new Result.Renewed(view());
      case 3 -> new Result.Confirmed(view());
      case 4 -> new Result.Ended(view());
      case 5 -> new Result.Ticked(anyInt(), random.nextBoolean());
      case 6 -> new Result.Configured();
      case 7 -> new Result.Replayed(refusal(), random.nextBoolean() ? null : view());
      case 8 -> new Result.Redelivered(delivery(), positive());
      default -> refusal();
    };
  }

  Claim claim() {
    ClaimStatus status = pick(ClaimStatus.values());
    boolean granted =
        status == ClaimStatus.ACTIVE
            || (status.isFinal()
                && (random.nextBoolean() || !ClaimStatus.WAITING.mayBecome(status)));
    return new Claim(
        new ClaimId(positive()),
        resource(),
        holder(),
        ttl(),
        data(),
        text(),
        moment(),
        status,
        granted ? lease() : null,
        status.isFinal() ? moment() : null,
        status.isFinal() || random.nextBoolean() ? null : new Asks(time(), positive()));
  }

  String text() {
    int length = random.nextInt(20) == 0 ? random.nextInt(500) : random.nextInt(20);
    StringBuilder text = new StringBuilder();
    boolean ascii = random.nextBoolean();
    for (int i = 0; i < length; i++) {
      text.append(ascii ? (char) random.nextInt(128) : anyChar());
    }
    return text.toString();
  }

  private Result refusal() {
    return switch (random.nextInt(9)) {
      case 0 -> new Result.Held(view());
      case 1 -> new Result.StillWaiting(view(), view());
      case 2 -> new Result.NotActive(view());
      case 3 -> new Result.ProofRejected(view());
      case 4 -> new Result.NotHeld(resource(), random.nextBoolean() ? null : claim());
      case 5 -> new Result.IllegalTransition(view(), pick(ClaimStatus.values()));
      case 6 -> new Result.NoSuchClaim(new ClaimId(positive()));
      case 7 -> new Result.AlreadyEnded(view());
      default -> limitOrKey();
    };
  }

  private Result limitOrKey() {
    return switch (random.nextInt(3)) {
      case 0 -> new Result.LimitReached(pick(Limit.values()), anyLong());
      case 1 -> new Result.Repeated(key());
      default -> new Result.KeyReused();
    };
  }

  private Command command() {
    return switch (random.nextInt(8)) {
      case 0 ->
          new Command.Acquire(
              resource(), holder(), ttl(), pick(Command.WhenHeld.values()), data(), text());
      case 1 -> amend();
      case 2 ->
          new Command.Renew(
              resource(),
              proof(),
              random.nextBoolean() ? null : ttl(),
              random.nextBoolean() ? null : data());
      case 3 -> new Command.Release(resource(), proof(), random.nextBoolean());
      case 4 -> new Command.Tick();
      case 5 -> new Command.Configure(settings());
      case 6 -> new Command.RaiseLevel(1 + random.nextInt(3));
      default -> new Command.RaiseEpoch();
    };
  }

  private Command amend() {
    Ttl ttl = random.nextBoolean() ? null : ttl();
    ClaimStatus status = ttl != null && random.nextBoolean() ? null : pick(ClaimStatus.values());
    return new Command.Amend(new ClaimId(positive()), ttl, status);
  }

  private Proof proof() {
    return switch (random.nextInt(4)) {
      case 0 -> new Proof.ByClaim(new ClaimId(positive()));
      case 1 -> new Proof.ByHolder(holder());
      case 2 -> new Proof.ByVersion(version());
      default -> new Proof.ByHolderAndVersion(holder(), version());
    };
  }

  private Settings settings() {
    return new Settings(
        (int) (positive() >>> 33),
        (int) (positive() >>> 33),
        (int) (positive() >>> 33),
        positive(),
        (int) (positive() >>> 33),
        positive(),
        (int) (positive() >>> 33),
        random.nextBoolean() ? 0 : positive());
  }

  private DeliveryId delivery() {
    return new DeliveryId(random.nextLong(), positive());
  }

  private ClaimView view() {
    return new ClaimView(claim(), anyInt(), time());
  }

  private Lease lease() {
    return new Lease(new FencingToken(positive()), version(), moment(), moment(), anyInt(), time());
  }

  private LeaseVersion version() {
    return new LeaseVersion(positive() & ((1L << 53) - 1));
  }

  private ResourceKey resource() {
    String name = text();
    return new ResourceKey(name.isEmpty() ? "r" : name);
  }

  private Holder holder() {
    return new Holder(text(), pick(Holder.Kind.values()));
  }

  private Ttl ttl() {
    return random.nextInt(5) == 0 ? Ttl.FOREVER : new Ttl(positive());
  }

  private UserData data() {
    byte[] bytes = new byte[random.nextInt(10) == 0 ? random.nextInt(5000) : random.nextInt(4)];
    random.nextBytes(bytes);
    return UserData.of(bytes);
  }

  private RequestKey key() {
    return new RequestKey(random.nextLong(), random.nextLong(), random.nextLong());
  }

  private ClusterTime time() {
    return random.nextInt(5) == 0 ? ClusterTime.NEVER : new ClusterTime(positive());
  }

  private char anyChar() {
    return (char) (random.nextInt(1 << 16) >>> random.nextInt(9));
  }

  private int anyInt() {
    return random.nextInt() >> random.nextInt(32);
  }

  private long anyLong() {
    return random.nextLong() >> random.nextInt(64);
  }

  private long positive() {
    return anyLong() & Long.MAX_VALUE;
  }

  private <T> T pick(T[] values) {
    return values[random.nextInt(values.length)];
  }
}
