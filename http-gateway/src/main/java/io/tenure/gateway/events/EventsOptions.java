package io.tenure.gateway.events;

import java.time.Duration;

/**
 * What this node gives to those who watch.
 *
 * @param streams how many may be open; further ones are answered 503
 * @param heartbeat after how much silence a stream shows that it is alive
 */
public record EventsOptions(int streams, Duration heartbeat) {

  public static final EventsOptions DEFAULT = new EventsOptions(1_000, Duration.ofSeconds(10));
}
