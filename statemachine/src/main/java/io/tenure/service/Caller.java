package io.tenure.service;

import java.util.concurrent.Executor;

/**
 * On whose behalf the state is asked.
 *
 * @param home where every answer to this caller is delivered; answers for the same home come in
 *     batches, so it should be one of few, such as the event loop of a connection
 * @param deadlineNanos when the caller wants an answer at the latest, on {@link System#nanoTime()}
 */
public record Caller(Executor home, long deadlineNanos) {}
