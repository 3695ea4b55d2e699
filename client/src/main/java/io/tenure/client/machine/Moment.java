package io.tenure.client.machine;

/** A moment on both clocks. */
public record Moment(long nanos, long wallMillis) {}
