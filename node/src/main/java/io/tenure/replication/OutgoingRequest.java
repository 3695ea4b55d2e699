package io.tenure.replication;

import io.tenure.kernel.Command;
import io.tenure.kernel.DeliveryId;
import io.tenure.kernel.Level;
import io.tenure.kernel.Request;

/**
 * A request that a node sends to the leader, and to the next leader if that one falls silent. It
 * can be sent again if it has a delivery id, by which it is carried out once, or if carrying it out
 * twice does what once does.
 *
 * @param request with its delivery id, if it needs one
 * @param isRepeatable whether it can be sent to another leader, though one may have applied it
 * @param lastSendNanos the latest time at which it is sent again
 */
public record OutgoingRequest(Request request, boolean isRepeatable, long lastSendNanos) {

  /** How long after it came a request may be sent again; less than deliveries are remembered. */
  private static final long SEND_AGAIN_NANOS = 10_000_000_000L;

  /**
   * A request that came just now.
   *
   * @param id larger than all that this node has used since its start
   * @param level of the cluster, as far as this node knows
   */
  public static OutgoingRequest of(Request request, DeliveryId id, int level, long nanos) {
    boolean renews = isRenewal(request.command());
    return new OutgoingRequest(
        renews ? request : request.deliveredAs(id),
        renews || level >= Level.SECOND,
        nanos + SEND_AGAIN_NANOS);
  }

  private static boolean isRenewal(Command command) {
    return command instanceof Command.Amend amend && amend.status() == null;
  }

  /**
   * Until when it may be sent. What may be applied already must not be sent when nobody remembers
   * it any more.
   *
   * @param callersNanos until when its caller waits
   */
  public long deadlineNanos(long callersNanos, boolean mayBeApplied) {
    return mayBeApplied && lastSendNanos - callersNanos < 0 ? lastSendNanos : callersNanos;
  }
}
