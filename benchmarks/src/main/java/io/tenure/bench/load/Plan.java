package io.tenure.bench.load;

import java.time.Duration;

/** What a cell is to do, and for how long. */
public record Plan(LoadKind workload, int clients, Duration warmUp, Duration time) {}
