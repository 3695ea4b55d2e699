package io.tenure.config;

import java.time.Duration;

/**
 * How long things may take.
 *
 * @param electionTimeout silence of the leader after which the others elect a new one
 * @param electionJitter random time on top of it
 * @param requestTimeout time within which every request is answered
 * @param leaderWait how long a request waits for a leader
 */
public record Timing(
    Duration electionTimeout,
    Duration electionJitter,
    Duration requestTimeout,
    Duration leaderWait) {}
