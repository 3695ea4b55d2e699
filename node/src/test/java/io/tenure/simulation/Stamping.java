package io.tenure.simulation;

/**
 * How a stamp came about, as only an observer with true time can know.
 *
 * @param trueMicros when it was made
 * @param runningMicros for how long the leader had not been paused by then, since it was ready
 * @param clockMicros how much its own clock had advanced since it was ready
 * @param pauses how often it had been paused since it was ready
 * @param leftOutMicros how much of the running time was left out, because a pause was suspected
 * @param capped whether it, or one before it in this term, had reached the cap
 */
record Stamping(
    long trueMicros,
    long runningMicros,
    long clockMicros,
    int pauses,
    long leftOutMicros,
    boolean capped) {}
