package io.tenure.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Rows in columns that are as wide as their content, and narrower where the terminal is. The widest
 * columns give way first; what is cut off ends with an ellipsis.
 */
final class Table {

  private static final String GAP = "  ";

  private final List<String> headings;
  private final List<List<String>> rows = new ArrayList<>();

  Table(String... headings) {
    this.headings = List.of(headings);
  }

  void add(String... cells) {
    if (cells.length != headings.size()) {
      throw new IllegalArgumentException("a row has as many cells as there are headings");
    }
    rows.add(Arrays.stream(cells).map(Terminal::printable).toList());
  }

  boolean isEmpty() {
    return rows.isEmpty();
  }

  /** Prints it; the cells of a column with the heading STATUS or EVENT are coloured. */
  void print(PrintWriter out, Terminal terminal) {
    int[] widths = widths(terminal);
    out.println(terminal.bold(line(headings, widths, new Terminal(terminal.columns(), false))));
    rows.forEach(row -> out.println(line(row, widths, terminal)));
    out.flush();
  }

  private String line(List<String> cells, int[] widths, Terminal terminal) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < cells.size(); i++) {
      String cell = cut(cells.get(i), widths[i]);
      String heading = headings.get(i).toLowerCase(Locale.ROOT);
      boolean coloured = heading.matches("status|event|role");
      line.append(coloured ? terminal.status(cell, cells.get(i)) : cell);
      if (i < cells.size() - 1) {
        line.append(" ".repeat(widths[i] - Terminal.width(cell))).append(GAP);
      }
    }
    return line.toString().stripTrailing();
  }

  private int[] widths(Terminal terminal) {
    int[] widths = new int[headings.size()];
    for (int i = 0; i < widths.length; i++) {
      int column = i;
      widths[i] =
          Math.max(
              Terminal.width(headings.get(i)),
              rows.stream().mapToInt(row -> Terminal.width(row.get(column))).max().orElse(0));
    }
    if (terminal.columns().isPresent()) {
      int room = terminal.columns().getAsInt() - GAP.length() * (widths.length - 1);
      shrink(widths, Math.max(room, widths.length));
    }
    return widths;
  }

  private static void shrink(int[] widths, int room) {
    for (int excess = Arrays.stream(widths).sum() - room; excess > 0; excess--) {
      int widest = 0;
      for (int i = 1; i < widths.length; i++) {
        widest = widths[i] > widths[widest] ? i : widest;
      }
      widths[widest]--;
    }
  }

  static String cut(String text, int width) {
    if (Terminal.width(text) <= width) {
      return text;
    }
    StringBuilder cut = new StringBuilder();
    int used = 1;
    for (int point : text.codePoints().toArray()) {
      used += Terminal.width(point);
      if (used > width) {
        break;
      }
      cut.appendCodePoint(point);
    }
    return cut.append('…').toString();
  }
}
