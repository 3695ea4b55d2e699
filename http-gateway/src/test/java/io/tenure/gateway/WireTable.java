package io.tenure.gateway;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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

  private record Row(int line, List<List<String>> cells, String first) {

    String text(int column) {
      return String.join("", cells.get(column));
    }

    List<String> texts(int column) {
      return cells.get(column);
    }
  }

  private static final int COLUMNS = 6;
  private static final Pattern CODE = Pattern.compile("(`+)(.+?)\\1");
  private static final Pattern LATER = Pattern.compile("([0-9.]+) s later");

  private final String title;
  private final List<Row> rows = new ArrayList<>();

  private WireTable(String title) {
    this.title = title;
  }

  public String title() {
    return title;
  }

  public int size() {
    return rows.size();
  }

  /** Reads the wire tables of a document that is looked for in this directory and above it. */
  public static List<WireTable> read(String document) throws IOException {
    Path directory = Path.of("").toAbsolutePath();
    while (!Files.exists(directory.resolve(document))) {
      directory = directory.getParent();
      if (directory == null) {
        throw new IOException("no " + document + " above " + Path.of("").toAbsolutePath());
      }
    }
    return parse(Files.readAllLines(directory.resolve(document), StandardCharsets.UTF_8));
  }

  /** Finds the wire tables among the lines of a document. */
  public static List<WireTable> parse(List<String> lines) {
    List<WireTable> tables = new ArrayList<>();
    String heading = "";
    WireTable open = null;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.startsWith("#")) {
        heading = line.replaceFirst("#+ *", "");
      }
      if (!line.startsWith("|")) {
        open = null;
      } else if (open == null && line.matches("\\| *request *\\|.*")) {
        open = new WireTable(heading);
        tables.add(open);
      } else if (open != null && !line.matches("[|: -]+")) {
        open.rows.add(row(i + 1, line));
      }
    }
    return tables;
  }

  private static Row row(int number, String line) {
    String[] cells = line.substring(1).split("(?<!\\\\)\\|", -1);
    if (cells.length != COLUMNS + 1) {
      throw new IllegalArgumentException("line " + number + " has not six columns: " + line);
    }
    List<List<String>> codes = new ArrayList<>();
    for (int i = 0; i < COLUMNS; i++) {
      codes.add(codes(cells[i]));
    }
    return new Row(number, codes, cells[0].strip());
  }

  private static List<String> codes(String cell) {
    List<String> found = new ArrayList<>();
    Matcher code = CODE.matcher(cell.replace("\\|", "|"));
    while (code.find()) {
      found.add(code.group(2).strip());
    }
    return found;
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
    for (Row row : rows) {
      Matcher later = LATER.matcher(row.first());
      if (later.matches()) {
        server.pass(Duration.ofMillis(Math.round(Double.parseDouble(later.group(1)) * 1_000)));
      } else {
        replay(row, server, new WirePattern(known));
      }
    }
  }

  private void replay(Row row, Server server, WirePattern pattern) {
    Request request = request(row, pattern);
    Answer answer = server.exchange(request);
    try {
      check(row, answer, pattern);
    } catch (IllegalArgumentException | AssertionError e) {
      throw new AssertionError(
          title + ", line " + row.line() + ": " + e.getMessage() + "\n" + tell(request, answer), e);
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
