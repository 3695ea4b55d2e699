package io.tenure.client.machine;

import io.tenure.client.transport.ApiRequest;
import io.tenure.client.transport.SendResult;
import java.util.function.Consumer;

/** What a {@link ClaimMachine} needs from the engine that runs it. All on the loop's thread. */
interface Host {

  Clock clock();

  Tuning tuning();

  /** Timers that run on the loop. */
  Timers timers();

  /** Timers that run even if the loop is busy. */
  Timers deadlines();

  /** Runs an action on the loop. */
  void execute(Runnable action);

  /** By chance, within 0 and 1. */
  double chance();

  void send(ApiRequest request, Consumer<SendResult> done);

  /** Renews a claim, alone or with others. */
  void renew(RenewalOrder order);

  /** Has the claim watched until the next call of {@link #unwatch}. */
  void watch(ClaimMachine machine);

  void unwatch(ClaimMachine machine);

  /** Makes sure that a POST whose outcome nobody awaits leaves no claim behind. */
  void abandon(ApiRequest post);

  void ended(ClaimMachine machine);
}
