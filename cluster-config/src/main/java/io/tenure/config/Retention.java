package io.tenure.config;

import java.time.Duration;

/**
 * What is remembered of the past, by cluster time and number.
 *
 * @param time how long ended claims are kept
 * @param claims how many ended claims are kept
 * @param answerTime how long the answer to an idempotency key is remembered
 * @param answers how many such answers are remembered
 */
public record Retention(Duration time, int claims, Duration answerTime, int answers) {}
