package io.tenure.config;

import java.time.Duration;

/**
 * When snapshots are made.
 *
 * @param interval how often
 * @param entries log entries after which one is made even earlier
 */
public record SnapshotSettings(Duration interval, int entries) {}
