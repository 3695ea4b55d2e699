package io.tenure.chaos.workload;

import io.tenure.chaos.history.Field;
import io.tenure.chaos.history.Field.Result;

/** What a client that means it does: it asks again, elsewhere, a few times. */
final class Insist {

  private static final int ATTEMPTS = 4;

  private Insist() {}

  /**
   * Ends a claim. A claim that was granted meanwhile is withdrawn just as well; one that has ended
   * is left alone.
   */
  static void end(Client client, ClaimsCalls calls, long claim, String ending)
      throws InterruptedException {
    for (int i = 0; i < ATTEMPTS; i++) {
      if (calls.end(claim, ending).isOk()) {
        return;
      }
      client.pause(50, 400);
    }
  }

  /** Reads a claim until it has ended, or for some time; tells the last that was seen. */
  static Completed awaitEnd(Client client, ClaimsCalls calls, long claim, long nanos)
      throws InterruptedException {
    long until = client.clock().nanos() + nanos;
    Completed seen = Completed.unknown("never read");
    while (!client.isStopped() && client.clock().nanos() < until) {
      seen = calls.read(claim, 1500);
      if (seen.is(Result.SEEN) && !seen.text(Field.STATUS).equals("active")) {
        return seen;
      }
      if (!seen.isOk()) {
        client.pause(50, 400);
      }
    }
    return seen;
  }

  /** As {@link #awaitTurn}; who is told that it is active asks for itself what is left. */
  static Completed takeTurn(Client client, ClaimsCalls calls, long claim, long nanos)
      throws InterruptedException {
    Completed seen = awaitTurn(client, calls, claim, nanos);
    if (seen.text(Field.STATUS).equals("active")) {
      calls.confirm(claim);
    }
    return seen;
  }

  /**
   * Reads a claim until it is no longer waiting, or for some time; tells the last that was seen.
   */
  static Completed awaitTurn(Client client, ClaimsCalls calls, long claim, long nanos)
      throws InterruptedException {
    long until = client.clock().nanos() + nanos;
    Completed seen = Completed.unknown("never read");
    while (!client.isStopped() && client.clock().nanos() < until) {
      seen = calls.read(claim, 1500);
      if (seen.is(Result.SEEN) && !seen.text(Field.STATUS).equals("waiting")) {
        return seen;
      }
      if (!seen.isOk()) {
        client.pause(50, 400);
      }
    }
    return seen;
  }
}
