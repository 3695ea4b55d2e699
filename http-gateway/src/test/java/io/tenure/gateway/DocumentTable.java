package io.tenure.gateway;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A table of six columns in a document, of which only what stands in backticks counts.
 *
 * @param title the heading above it
 */
public record DocumentTable(String title, List<Row> rows) {

  /** One row: where it is, how it begins, and what stands in backticks in each cell. */
  public record Row(int line, String first, List<List<String>> cells) {

    public List<String> texts(int column) {
      return cells.get(column);
    }

    /** All of a cell that counts, as one. */
    public String text(int column) {
      return String.join("", cells.get(column));
    }

    /** How much time passes here, if that is what the row says: {@code 0.5 s later}. */
    public Optional<Duration> pause() {
      Matcher later = LATER.matcher(first);
      return later.matches()
          ? Optional.of(Duration.ofMillis(Math.round(Double.parseDouble(later.group(1)) * 1_000)))
          : Optional.empty();
    }
  }

  private static final int COLUMNS = 6;
  private static final Pattern CODE = Pattern.compile("(`+)(.+?)\\1");
  private static final Pattern LATER = Pattern.compile("([0-9.]+) s later");

  /** The lines of a document that is looked for in this directory and above it. */
  public static List<String> lines(String document) throws IOException {
    Path directory = Path.of("").toAbsolutePath();
    while (!Files.exists(directory.resolve(document))) {
      directory = directory.getParent();
      if (directory == null) {
        throw new IOException("no " + document + " above " + Path.of("").toAbsolutePath());
      }
    }
    return Files.readAllLines(directory.resolve(document), StandardCharsets.UTF_8);
  }

  /** Finds the tables whose first column is called so among the lines of a document. */
  public static List<DocumentTable> parse(List<String> lines, String firstColumn) {
    List<DocumentTable> tables = new ArrayList<>();
    String heading = "";
    DocumentTable open = null;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.startsWith("#")) {
        heading = line.replaceFirst("#+ *", "");
      }
      if (!line.startsWith("|")) {
        open = null;
      } else if (open == null && line.matches("\\| *" + firstColumn + " *\\|.*")) {
        open = new DocumentTable(heading, new ArrayList<>());
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
    return new Row(number, cells[0].strip(), codes);
  }

  private static List<String> codes(String cell) {
    List<String> found = new ArrayList<>();
    Matcher code = CODE.matcher(cell.replace("\\|", "|"));
    while (code.find()) {
      found.add(code.group(2).strip());
    }
    return found;
  }
}
