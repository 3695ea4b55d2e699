package io.tenure.config;

import java.time.Duration;

/**
 * What the leases dialect does when a client does not say, and how much it lets a client say.
 *
 * @param length how long a lease lasts
 * @param dataBytes how much data a client may keep with a lease
 */
public record LeaseDefaults(Duration length, int dataBytes) {}
