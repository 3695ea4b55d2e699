package io.tenure.chaos.report;

/**
 * One measured change of leader.
 *
 * @param way how the old leader was taken away
 * @param millis from then until another node acknowledged a write
 */
public record Failover(String way, String leader, String successor, long millis) {}
