package io.tenure.simulation;

import io.tenure.kernel.Claim;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.Command;
import io.tenure.kernel.Command.Acquire;
import io.tenure.kernel.Command.Amend;
import io.tenure.kernel.Command.Release;
import io.tenure.kernel.Command.Renew;
import io.tenure.kernel.Command.WhenHeld;
import io.tenure.kernel.Holder;
import io.tenure.kernel.LeaseVersion;
import io.tenure.kernel.Proof;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Ttl;
import io.tenure.kernel.UserData;

/**
 * What the clients of one dialect ask for. A client always asks for the same ttl: a copy of a
 * renewal that comes late can then only lengthen its lease.
 */
abstract class Habit {

  private static final int RESOURCES = 4;

  final Ttl ttl;
  Holder holder;
  private int incarnation;

  private Habit(Holder holder, Ttl ttl) {
    this.holder = holder;
    this.ttl = ttl;
  }

  /**
   * A client of one of the four dialects, or one that polls; all of them want the same few
   * resources.
   */
  static Habit of(int client, Chance chance) {
    Ttl ttl = ttl(chance);
    Holder named = Holder.named("client" + client);
    return switch (chance.below(5)) {
      case 0 -> new Claims(ttl);
      case 1, 2 -> new Polls(chance.oneIn(2) ? ttl : new Ttl(chance.micros(1_000_000)));
      case 3 -> chance.oneIn(2) ? new Leases(named, ttl) : new Locks(ttl);
      default -> new Locket(named, ttl);
    };
  }

  /** Now and then one that never ends, or one that is over at once. */
  private static Ttl ttl(Chance chance) {
    return switch (chance.below(40)) {
      case 0 -> Ttl.FOREVER;
      case 1, 2, 3, 4 -> new Ttl(0);
      default -> new Ttl(chance.micros(4_000_000));
    };
  }

  ResourceKey resource(Chance chance) {
    return new ResourceKey("r" + chance.below(RESOURCES));
  }

  abstract Command acquire(ResourceKey resource);

  /** What to do with a claim that it has. */
  abstract Command next(Claim claim, Chance chance);

  boolean usesKeys() {
    return true;
  }

  boolean givesBack(Command command) {
    return command instanceof Release
        || (command instanceof Amend amend
            && amend.status() != null
            && amend.status() != ClaimStatus.ACTIVE);
  }

  void startAnew() {}

  /** How long it does nothing after it was told to wait. */
  long pauseMicros(Chance chance) {
    return 0;
  }

  final Acquire wish(ResourceKey resource, WhenHeld whenHeld, String namespace) {
    return new Acquire(
        resource, holder, ttl, whenHeld, UserData.of(new byte[] {(byte) incarnation}), namespace);
  }

  private static class Claims extends Habit {
    Claims(Ttl ttl) {
      super(Holder.ANONYMOUS, ttl);
    }

    @Override
    Command acquire(ResourceKey resource) {
      return wish(resource, WhenHeld.QUEUE, "");
    }

    @Override
    Command next(Claim claim, Chance chance) {
      return switch (chance.below(10)) {
        case 0 -> new Amend(claim.id(), null, ClaimStatus.WITHDRAWN);
        case 1 -> new Amend(claim.id(), null, ClaimStatus.RELEASED);
        case 2 -> new Amend(claim.id(), null, ClaimStatus.ABORTED);
        case 3, 4 -> new Amend(claim.id(), ttl, null);
        case 5, 6 -> new Amend(claim.id(), ttl, ClaimStatus.ACTIVE);
        default -> new Amend(claim.id(), null, ClaimStatus.ACTIVE);
      };
    }
  }

  /** Asks from time to time whether it is its turn, and not as often as its lease would end. */
  private static final class Polls extends Claims {
    Polls(Ttl ttl) {
      super(ttl);
    }

    @Override
    Command acquire(ResourceKey resource) {
      return wish(resource, WhenHeld.POLL, "");
    }

    @Override
    long pauseMicros(Chance chance) {
      return (ttl.isForever() ? 0 : ttl.micros()) + chance.micros(3_000_000);
    }
  }

  private static final class Leases extends Habit {
    Leases(Holder holder, Ttl ttl) {
      super(holder, ttl);
    }

    @Override
    Command acquire(ResourceKey resource) {
      return wish(resource, WhenHeld.REFUSE, "namespace");
    }

    @Override
    Command next(Claim claim, Chance chance) {
      LeaseVersion version = claim.tenure().version();
      Proof proof = new Proof.ByHolderAndVersion(holder, version);
      return chance.oneIn(3)
          ? new Release(claim.resource(), proof, true)
          : new Renew(claim.resource(), proof, null, null);
    }
  }

  private static final class Locks extends Habit {
    Locks(Ttl ttl) {
      super(Holder.ANONYMOUS, ttl);
    }

    @Override
    Command acquire(ResourceKey resource) {
      return wish(resource, WhenHeld.REFUSE, "");
    }

    @Override
    Command next(Claim claim, Chance chance) {
      Proof proof = new Proof.ByVersion(claim.tenure().version());
      return chance.oneIn(3)
          ? new Release(claim.resource(), proof, false)
          : new Renew(claim.resource(), proof, null, null);
    }
  }

  /** Its owner's name is all it has to show, so it takes a new one after each release. */
  private static final class Locket extends Habit {
    private final String owner;

    Locket(Holder holder, Ttl ttl) {
      super(holder, ttl);
      owner = holder.name();
    }

    @Override
    Command acquire(ResourceKey resource) {
      return wish(resource, WhenHeld.RENEW_IF_OWN, "");
    }

    @Override
    Command next(Claim claim, Chance chance) {
      return chance.oneIn(3)
          ? new Release(claim.resource(), new Proof.ByHolder(holder), false)
          : acquire(claim.resource());
    }

    @Override
    boolean usesKeys() {
      return false;
    }

    @Override
    void startAnew() {
      super.incarnation++;
      holder = new Holder(owner + "." + super.incarnation, Holder.Kind.LOCK);
    }
  }
}
