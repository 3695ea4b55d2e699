package io.tenure.gateway;

import io.tenure.RealTime;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Replays wire tables on a server that runs, where time passes by itself. */
public final class WireOverHttp implements WireTable.Server {

  private static final Duration TIMEOUT = Duration.ofSeconds(90);

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final String origin;

  /**
   * Names the server.
   *
   * @param origin such as {@code http://127.0.0.1:8081}
   */
  public WireOverHttp(String origin) {
    this.origin = origin;
  }

  @Override
  public String origin() {
    return origin;
  }

  @Override
  public Answer exchange(WireTable.Request request) {
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(URI.create(origin + request.path()))
            .timeout(TIMEOUT)
            .method(
                request.method(),
                request.body().isEmpty()
                    ? BodyPublishers.noBody()
                    : BodyPublishers.ofString(request.body()));
    request.headers().forEach(header -> builder.header(header.name(), header.value()));
    try {
      return answer(client.send(builder.build(), BodyHandlers.ofByteArray()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new UncheckedIOException(new InterruptedIOException("interrupted"));
    }
  }

  private static Answer answer(HttpResponse<byte[]> response) {
    List<Answer.Header> headers = new ArrayList<>();
    response
        .headers()
        .map()
        .forEach((name, values) -> values.forEach(v -> headers.add(new Answer.Header(name, v))));
    return new Answer(response.statusCode(), null, headers, response.body());
  }

  @Override
  public void pass(Duration time) {
    RealTime.pass(time);
  }
}
