package io.tenure.client;

import io.tenure.client.machine.Loss;

/** Told once when a claim is lost: its time is over, it was revoked, or the machine slept. */
@FunctionalInterface
public interface LostListener {

  void lost(Claim claim, Loss loss);
}
