package io.tenure.kernel;

import org.jspecify.annotations.Nullable;

/**
 * What the log may ask of the kernel. A command carries everything that its outcome depends on; the
 * leader adds nothing but the moment of its {@link LogEntry}.
 */
public sealed interface Command {

  /** Calls the handler's method for this type. */
  <R> R dispatch(Handler<R> handler);

  /**
   * Claims a resource.
   *
   * @param namespace what the claim is counted under; empty for none
   */
  record Acquire(
      ResourceKey resource,
      Holder holder,
      Ttl ttl,
      WhenHeld whenHeld,
      UserData data,
      String namespace)
      implements Command {

    /** The same wish for another resource. */
    Acquire about(ResourceKey other) {
      return other.equals(resource)
          ? this
          : new Acquire(other, holder, ttl, whenHeld, data, namespace);
    }

    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.on(this);
    }
  }

  /**
   * Changes a claim that is named by its id: makes its lease last {@code ttl} from now, brings it
   * into {@code status}, or both in one step. At least one of them is given.
   */
  record Amend(ClaimId claim, @Nullable Ttl ttl, @Nullable ClaimStatus status) implements Command {
    public Amend {
      if (ttl == null && status == null) {
        throw new IllegalArgumentException("nothing to amend");
      }
    }

    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.on(this);
    }
  }

  /** Makes a lease last anew; what is null stays as it is. */
  record Renew(ResourceKey resource, Proof proof, @Nullable Ttl ttl, @Nullable UserData data)
      implements Command {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.on(this);
    }
  }

  /** Gives a lease back, for dialects whose clients know no claim id. */
  record Release(ResourceKey resource, Proof proof, boolean purgeData) implements Command {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.on(this);
    }
  }

  /** Lets time pass, so that leases run out and queues move while no client calls. */
  record Tick() implements Command {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.on(this);
    }
  }

  /** Sets the limits that all replicas keep from here on. */
  record Configure(Settings settings) implements Command {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.on(this);
    }
  }

  /**
   * Makes every later token, version and claim id larger than any that the restored cluster may
   * have handed out.
   */
  record RaiseEpoch() implements Command {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.on(this);
    }
  }

  /**
   * Lets the cluster use the formats and rules of a level, from this entry on and for good. See
   * {@link Level}.
   */
  record RaiseLevel(int level) implements Command {
    public RaiseLevel {
      if (level < Level.FIRST) {
        throw new IllegalArgumentException("there is no level " + level);
      }
      KnownLevels.ALL.require(level);
    }

    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.on(this);
    }
  }

  /**
   * What {@link Acquire} does about a resource that is held. A claim that waits is told of its
   * promotion at once ({@code QUEUE}), or its owner asks from time to time ({@code POLL}) and is
   * given the time to do so.
   */
  enum WhenHeld {
    QUEUE,
    REFUSE,
    RENEW_IF_OWN,
    POLL;

    boolean queues() {
      return this == QUEUE || this == POLL;
    }
  }

  /** One method per command, so that no handler can forget one. */
  interface Handler<R> {
    R on(Acquire command);

    R on(Amend command);

    R on(Renew command);

    R on(Release command);

    R on(Tick command);

    R on(Configure command);

    R on(RaiseEpoch command);

    R on(RaiseLevel command);
  }
}
