package io.tenure.client.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.tenure.client.cli.exit.CommandException;
import io.tenure.client.cli.exit.ExitCode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The events of a cluster, read from one node after another as they come and go. */
final class EventLines implements AutoCloseable {

  /** Nodes write something at least every ten seconds. */
  private static final Duration SILENCE = Duration.ofSeconds(25);

  private static final long PAUSE_MILLIS = 200;

  private final Nodes nodes;
  private final String path;
  private final Duration patience;
  private Optional<String> lastId = Optional.empty();
  private @Nullable BufferedReader reader;

  /**
   * One event.
   *
   * @param id by which any node can go on after it
   */
  record Event(Optional<String> id, String name, JsonNode data) {}

  EventLines(Nodes nodes, String path, Duration patience) {
    this.nodes = nodes;
    this.path = path;
    this.patience = patience;
  }

  void resumeAfter(Optional<String> id) {
    lastId = id;
  }

  /** Waits for the next event; fails when no node is to be had for longer than the patience. */
  Event next() {
    long end = System.nanoTime() + patience.toNanos();
    String reason = "";
    while (System.nanoTime() - end < 0) {
      try {
        if (reader == null) {
          reader = connect();
        }
        Optional<Event> event = read(reader);
        if (event.isPresent()) {
          return event.get();
        }
        reason = "the stream ended";
        end = System.nanoTime() + patience.toNanos();
      } catch (IOException failure) {
        reason = Refusal.reason(failure);
      }
      close();
      pause();
    }
    throw new CommandException(ExitCode.UNAVAILABLE, Refusal.unavailable(reason));
  }

  private BufferedReader connect() throws IOException {
    HttpURLConnection http = nodes.stream(path, lastId, SILENCE);
    int status = http.getResponseCode();
    if (status == 200) {
      return new BufferedReader(
          new InputStreamReader(http.getInputStream(), StandardCharsets.UTF_8));
    }
    if (status < 500) {
      try (InputStream problem = http.getErrorStream()) {
        byte[] text = problem == null ? new byte[0] : problem.readAllBytes();
        JsonNode body = Nodes.JSON.readTree(text);
        throw Refusal.of(new NodeAnswer(status, body, Optional.empty()));
      }
    }
    throw new IOException("the answer was " + status);
  }

  /** Reads one event; nothing at the end of the stream. */
  private Optional<Event> read(BufferedReader lines) throws IOException {
    Optional<String> id = Optional.empty();
    String name = "message";
    StringBuilder data = new StringBuilder();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith("id:")) {
        id = Optional.of(line.substring(3).strip());
      } else if (line.startsWith("event:")) {
        name = line.substring(6).strip();
      } else if (line.startsWith("data:")) {
        data.append(line.substring(5));
      } else if (line.isEmpty() && (data.length() > 0 || id.isPresent())) {
        lastId = id.isPresent() ? id : lastId;
        return Optional.of(new Event(id, name, json(data.toString())));
      }
    }
    return Optional.empty();
  }

  private static JsonNode json(String text) throws IOException {
    return text.isBlank() ? MissingNode.getInstance() : Nodes.JSON.readTree(text);
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    if (reader != null) {
      try {
        reader.close();
      } catch (IOException alreadyBroken) {
        reader = null;
      }
      reader = null;
    }
  }
}
