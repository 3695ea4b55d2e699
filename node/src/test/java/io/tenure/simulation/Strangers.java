package io.tenure.simulation;

import io.tenure.kernel.Command;
import io.tenure.kernel.Command.Acquire;
import io.tenure.kernel.Command.WhenHeld;
import io.tenure.kernel.DeliveryId;
import io.tenure.kernel.Holder;
import io.tenure.kernel.Request;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Settings;
import io.tenure.kernel.Ttl;
import io.tenure.kernel.UserData;
import io.tenure.replication.Forwarding;
import io.tenure.replication.Forwarding.Ending;
import io.tenure.replication.Forwarding.Fate;
import io.tenure.replication.Submission;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Messages that no member of this version sends: of newer members, of former leaders that do not
 * know their place, and such as cannot be read.
 */
final class Strangers {

  /** No leader of the run wants these, so they must never become those of the cluster. */
  static final Settings SETTINGS = new Settings(777, 777, 777, 777_000, 777, 777_000, 777, 0);

  private static final long SENDER = -7;
  private static final long PATIENCE_NANOS = 3_000_000_000L;

  private final Cluster cluster;
  private final Chance chance;
  private long deliveries;

  Strangers(Cluster cluster) {
    this.cluster = cluster;
    chance = cluster.world.chance;
  }

  /** Sends something to anybody. */
  void send() {
    List<SimNode> running = cluster.all(SimNode::runs);
    if (running.isEmpty()) {
      return;
    }
    SimProcess to = chance.pick(running).process();
    List<Request> requests = new ArrayList<>();
    for (int i = chance.below(3); i >= 0; i--) {
      requests.add(chance.oneIn(2) ? ofNewerLevel() : forLeadersOnly());
    }
    byte[] items = encode(requests, to.nanos());
    if (chance.oneIn(5)) {
      cluster.network.receive(to, Arrays.copyOf(items, items.length - 1), reply -> {});
    } else {
      cluster.network.receive(to, items, reply -> check(requests, reply));
    }
  }

  private static byte[] encode(List<Request> requests, long nanos) {
    List<Submission> items = new ArrayList<>();
    for (Request request : requests) {
      items.add(new Duty(request, nanos + PATIENCE_NANOS));
    }
    return Forwarding.encodeItems(items, nanos);
  }

  private Request ofNewerLevel() {
    deliveries++;
    Command wish =
        new Acquire(
            new ResourceKey("stranger"),
            Holder.ANONYMOUS,
            new Ttl(100_000),
            WhenHeld.POLL,
            UserData.NONE,
            "");
    return Request.of(wish).deliveredAs(new DeliveryId(SENDER, deliveries));
  }

  private Request forLeadersOnly() {
    return Request.of(chance.oneIn(2) ? new Command.Tick() : new Command.Configure(SETTINGS));
  }

  private static void check(List<Request> requests, byte[] reply) {
    List<Ending> endings = Forwarding.decodeEndings(reply, requests.size());
    for (int i = 0; i < requests.size(); i++) {
      boolean applied = endings.get(i).fate() == Fate.APPLIED;
      if (applied && requests.get(i).delivery() == null) {
        throw new AssertionError(requests.get(i) + " was done for somebody else");
      }
    }
  }
}
