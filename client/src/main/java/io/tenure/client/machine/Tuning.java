package io.tenure.client.machine;

import java.time.Duration;

/**
 * The parameters of the machine that are not a claim's own.
 *
 * @param apiVersion the first part of all paths
 * @param activate when to ask whether it is our turn, besides being told
 * @param renewals how many renewals there are in one ttl
 * @param tryLimit how long a claim that must not wait may take to be answered
 * @param longPoll for how long a node is asked to hold an answer back
 */
public record Tuning(
    String apiVersion,
    Backoff activate,
    Retries retries,
    EndTimeouts endTimeouts,
    double renewals,
    Duration tryLimit,
    Duration longPoll) {

  public static final Tuning DEFAULT =
      new Tuning(
          "v1",
          Backoff.of(50, 5_000),
          Retries.DEFAULT,
          EndTimeouts.DEFAULT,
          3,
          Duration.ofSeconds(5),
          Duration.ofSeconds(30));

  /** The waiting before a request that failed is sent again, for each kind of request. */
  public record Retries(
      Backoff abort,
      Backoff activate,
      Backoff withdraw,
      Backoff register,
      Backoff release,
      Backoff renew) {

    public static final Retries DEFAULT =
        new Retries(
            Backoff.of(20, 200),
            Backoff.of(50, 2_000),
            Backoff.of(100, 2_000),
            Backoff.of(50, 2_000),
            Backoff.of(50, 1_000),
            Backoff.of(50, 1_000));
  }

  /** For how long it is tried to end a claim; after that the cluster's own clock ends it. */
  public record EndTimeouts(Duration abort, Duration release, Duration withdraw) {

    public static final EndTimeouts DEFAULT =
        new EndTimeouts(Duration.ofSeconds(3), Duration.ofSeconds(10), Duration.ofSeconds(10));
  }
}
