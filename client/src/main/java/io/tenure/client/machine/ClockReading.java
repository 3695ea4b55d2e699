package io.tenure.client.machine;

/** A moment on both clocks. */
public record ClockReading(long nanos, long wallMillis) {}
