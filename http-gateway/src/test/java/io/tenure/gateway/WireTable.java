package io.tenure.gateway;

import io.tenure.gateway.DocumentTable.Row;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A table of requests and answers in a document, which can be replayed against anything that speaks
 * HTTP. A document may hold several; each is a story of its own, told from top to bottom.
 *
 * <p>A wire table is one of six columns whose first is called {@code request}: the request, its
 * headers, its body; the status, headers and body of the answer. Only what stands in backticks
 * counts, so that a cell may also hold a remark; a header cell may hold several. An empty cell
 * means that there is nothing; {@code !Name} that the answer has no such header. A row whose first
 * cell reads {@code 0.5 s later} lets time pass. For what bodies and headers are compared with, see
 * {@link WirePattern}.
 */
public final class WireTable {

  /** What is sent: a path with its query, and a body that may be empty. */
  public record Request(String method, String path, List<Answer.Header> headers, String body) {}

  /** Where the rows are replayed. */
  public interface Server {

    Answer exchange(Request request);

    /** Scheme, host and port: the value of {@code {origin}}. */
    String origin();

    void pass(Duration time);
  }

  private final DocumentTable table;

  private WireTable(DocumentTable table) {
    this.table = table;
  }

  public String title() {
    return table.title();
  }

  public int size() {
    return table.rows().size();
  }

  /** Reads the wire tables of a document that is looked for in this directory and above it. */
  public static List<WireTable> read(String document) throws IOException {
    return parse(DocumentTable.lines(document));
  }

  /** Finds the wire tables among the lines of a document. */
  public static List<WireTable> parse(List<String> lines) {
    return DocumentTable.parse(lines, "request").stream().map(WireTable::new).toList();
  }

  /**
   * Sends every request and compares every answer.
   *
   * @param run the value of {@code {run}}, by which repeated replays keep out of each other's way
   */
  public void replay(Server server, String run) {
    Map<String, String> known = new LinkedHashMap<>();
    known.put("origin", server.origin());
    known.put("run", run);
    for (Row row : table.rows()) {
      row.pause().ifPresentOrElse(server::pass, () -> replay(row, server, new WirePattern(known)));
    }
  }

  private void replay(Row row, Server server, WirePattern pattern) {
    Request request = request(row, pattern);
    Answer answer = server.exchange(request);
    try {
      check(row, answer, pattern);
    } catch (IllegalArgumentException | AssertionError e) {
      throw new AssertionError(
          title() + ", line " + row.line() + ": " + e.getMessage() + "\n" + tell(request, answer),
          e);
    }
  }

  private static Request request(Row row, WirePattern pattern) {
    String[] words = pattern.fill(row.text(0)).split(" ", 2);
    List<Answer.Header> headers = new ArrayList<>();
    for (String header : row.texts(1)) {
      String[] parts = pattern.fill(header).split(": *", 2);
      headers.add(new Answer.Header(parts[0], parts[1]));
    }
    return new Request(words[0], words[1], headers, pattern.fill(row.text(2)));
  }

  private static void check(Row row, Answer answer, WirePattern pattern) {
    if (answer.status() != Integer.parseInt(row.text(3))) {
      throw new AssertionError("status " + row.text(3) + " expected, not " + answer.status());
    }
    for (String header : row.texts(4)) {
      checkHeader(header, answer, pattern);
    }
    String body = new String(answer.body(), StandardCharsets.UTF_8);
    if (row.text(5).isEmpty()) {
      if (!body.isEmpty()) {
        throw new AssertionError("no body expected");
      }
    } else {
      pattern.matchBody(row.text(5), body);
    }
  }

  private static void checkHeader(String expected, Answer answer, WirePattern pattern) {
    if (expected.startsWith("!")) {
      answer
          .header(expected.substring(1))
          .ifPresent(
              value -> {
                throw new AssertionError("unexpected " + expected.substring(1) + ": " + value);
              });
      return;
    }
    String[] parts = expected.split(": *", 2);
    String value =
        answer.header(parts[0]).orElseThrow(() -> new AssertionError("no header " + parts[0]));
    pattern.matchText(parts[1], value);
  }

  private static String tell(Request request, Answer answer) {
    StringBuilder story = new StringBuilder();
    story.append("sent: ").append(request).append("\nreceived: ").append(answer.status());
    answer.headers().forEach(each -> story.append('\n').append(each));
    return story.append('\n').append(new String(answer.body(), StandardCharsets.UTF_8)).toString();
  }
}
