package io.tenure.store;

import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.Command;
import io.tenure.kernel.DeliveryId;
import io.tenure.kernel.Holder;
import io.tenure.kernel.LeaseKernel;
import io.tenure.kernel.LeaseTable;
import io.tenure.kernel.Level;
import io.tenure.kernel.LogEntry;
import io.tenure.kernel.Moment;
import io.tenure.kernel.Proof;
import io.tenure.kernel.Request;
import io.tenure.kernel.RequestKey;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Settings;
import io.tenure.kernel.Ttl;
import io.tenure.kernel.UserData;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A log drawn from a seed: claims come, wait, are renewed and end in every way. If the settings
 * have a grace, the cluster is of the newest level, owners ask, and requests are delivered again.
 */
final class Workload {

  static final List<String> RESOURCES =
      List.of("a", "ab", "b", "b\u0000", "größe", "\uD83D\uDD12", "long/" + "x".repeat(150), "z");

  private static final List<ClaimStatus> ENDINGS =
      List.of(
          ClaimStatus.RELEASED, ClaimStatus.ABORTED, ClaimStatus.REVOKED, ClaimStatus.WITHDRAWN);

  private final Random random;
  private final Settings settings;
  private long index;
  private long deliveries;
  private long clusterMicros = 1_000_000;
  private long wallMicros = 1_700_000_000_000_000L;

  /** Knows which claims there are to be changed. */
  private final LeaseTable table = new LeaseTable();

  private final LeaseKernel kernel = new LeaseKernel(table);

  Workload(long seed, Settings settings) {
    random = new Random(seed);
    this.settings = settings;
  }

  static Settings keeping(int ended, long retentionMicros) {
    return new Settings(50, 1000, 1000, retentionMicros, ended, 3_000_000, 200);
  }

  List<LogEntry> entries(int count) {
    List<LogEntry> entries = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      entries.add(next());
    }
    return entries;
  }

  LogEntry next() {
    index++;
    clusterMicros += random.nextInt(200_000);
    // The wall clock of one leader is a day behind the other's.
    wallMicros += random.nextInt(50) == 0 ? -86_400_000_000L : random.nextInt(3_000_000);
    List<Request> requests = new ArrayList<>();
    if (index == 1) {
      if (isNewest()) {
        requests.add(Request.of(new Command.RaiseLevel(Level.NEWEST)));
      }
      requests.add(Request.of(new Command.Configure(settings)));
    }
    int size = random.nextInt(8);
    for (int i = 0; i < size; i++) {
      requests.add(new Request(command(), key(), delivery()));
    }
    Moment stamp = new Moment(new ClusterTime(clusterMicros), wallMicros);
    LogEntry entry = new LogEntry(index, stamp, requests);
    kernel.apply(entry);
    return entry;
  }

  private RequestKey key() {
    return random.nextInt(3) > 0 ? null : new RequestKey(random.nextInt(500) - 250, 1, 1);
  }

  private boolean isNewest() {
    return settings.promotionGraceMicros() > 0;
  }

  /** Some come twice, in the same entry or in a later one. */
  private @Nullable DeliveryId delivery() {
    if (!isNewest() || random.nextInt(3) == 0) {
      return null;
    }
    deliveries++;
    return new DeliveryId(random.nextInt(2) - 1, Math.max(0, deliveries - random.nextInt(20)));
  }

  private Command command() {
    return switch (random.nextInt(10)) {
      case 0, 1, 2, 3 -> acquire();
      case 4, 5 -> new Command.Amend(claim(), null, ENDINGS.get(random.nextInt(4)));
      case 6 ->
          isNewest() && random.nextBoolean()
              ? new Command.Amend(claim(), null, ClaimStatus.ACTIVE)
              : new Command.Amend(claim(), ttl(), null);
      case 7 -> new Command.Release(resource(), new Proof.ByHolder(holder()), true);
      case 8 -> new Command.Renew(resource(), new Proof.ByHolder(holder()), null, data());
      default -> random.nextInt(100) == 0 ? new Command.RaiseEpoch() : new Command.Tick();
    };
  }

  private Command acquire() {
    Command.WhenHeld[] ways = Command.WhenHeld.values();
    return new Command.Acquire(
        resource(), holder(), ttl(), ways[random.nextInt(ways.length)], data(), "n");
  }

  private ClaimId claim() {
    return new ClaimId(table.head().lastClaim().value() - random.nextInt(30));
  }

  private ResourceKey resource() {
    return new ResourceKey(RESOURCES.get(random.nextInt(RESOURCES.size())));
  }

  private Holder holder() {
    return Holder.named("h" + random.nextInt(3));
  }

  private Ttl ttl() {
    return random.nextInt(10) == 0 ? Ttl.FOREVER : new Ttl(random.nextInt(2_000_000));
  }

  private UserData data() {
    byte[] bytes = new byte[random.nextInt(4) == 0 ? 300 : 0];
    random.nextBytes(bytes);
    return UserData.of(bytes);
  }
}
