package io.tenure.gateway.netty;

import java.time.Duration;

/**
 * What a client may ask of the server. The limit of a body is the dialect's.
 *
 * @param uriBytes a longer request target is answered 414
 * @param headerBytes longer headers, with their line ends, are answered 431
 * @param connections further ones are answered 503 and closed
 * @param pipelined requests of one connection that may wait for their answers; no more are read
 * @param headTimeout from a request's first byte until its headers are complete, else 408
 * @param bodyTimeout from there until the body is complete, else 408; also how long a client may
 *     refuse to read an answer
 * @param idleTimeout how long a connection may stay open without a request
 * @param answerTimeout how long an answer may take, beyond what the client agreed to wait
 */
public record HttpLimits(
    int uriBytes,
    int headerBytes,
    int connections,
    int pipelined,
    Duration headTimeout,
    Duration bodyTimeout,
    Duration idleTimeout,
    Duration answerTimeout) {

  public static final HttpLimits DEFAULT =
      new HttpLimits(
          8 * 1024,
          16 * 1024,
          20_000,
          64,
          Duration.ofSeconds(10),
          Duration.ofSeconds(30),
          Duration.ofSeconds(75),
          Duration.ofSeconds(10));

  /** The longest time that a client may ask to wait, by {@code Prefer: wait}. */
  public static final Duration MAX_WAIT = Duration.ofSeconds(60);

  public HttpLimits withSizes(int uri, int headers) {
    return new HttpLimits(
        uri, headers, connections, pipelined, headTimeout, bodyTimeout, idleTimeout, answerTimeout);
  }

  public HttpLimits withConnections(int most) {
    return new HttpLimits(
        uriBytes,
        headerBytes,
        most,
        pipelined,
        headTimeout,
        bodyTimeout,
        idleTimeout,
        answerTimeout);
  }

  public HttpLimits withReadTimeouts(Duration head, Duration body, Duration idle) {
    return new HttpLimits(
        uriBytes, headerBytes, connections, pipelined, head, body, idle, answerTimeout);
  }

  public HttpLimits withAnswerTimeout(Duration timeout) {
    return new HttpLimits(
        uriBytes,
        headerBytes,
        connections,
        pipelined,
        headTimeout,
        bodyTimeout,
        idleTimeout,
        timeout);
  }
}
