package io.tenure.gateway.leases;

import java.util.List;

/** Writes a report as lines for a terminal. */
final class ReportText {

  private static final String COLUMN_GAP = "  ";

  private ReportText() {}

  static String write(Report report) {
    StringBuilder text = new StringBuilder(report.title()).append('\n');
    if (!report.message().isEmpty()) {
      text.append(report.message()).append('\n');
    }
    for (Report.Table table : report.tables()) {
      text.append('\n').append(table.heading()).append('\n');
      if (table.rows().isEmpty()) {
        text.append(COLUMN_GAP).append(table.ifEmpty()).append('\n');
      } else {
        write(table, text);
      }
    }
    return text.toString();
  }

  private static void write(Report.Table table, StringBuilder text) {
    int[] widths = new int[table.columns().size()];
    boolean named = false;
    for (int i = 0; i < widths.length; i++) {
      widths[i] = table.columns().get(i).length();
      named |= widths[i] > 0;
      for (List<Report.Cell> row : table.rows()) {
        widths[i] = Math.max(widths[i], printable(row.get(i).text()).length());
      }
    }
    if (named) {
      writeLine(table.columns(), widths, text);
    }
    for (List<Report.Cell> row : table.rows()) {
      writeLine(row.stream().map(cell -> printable(cell.text())).toList(), widths, text);
    }
  }

  private static void writeLine(List<String> cells, int[] widths, StringBuilder text) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      line.append(COLUMN_GAP).append(cells.get(i));
      line.append(" ".repeat(widths[i] - cells.get(i).length()));
    }
    text.append(line.toString().stripTrailing()).append('\n');
  }

  /** A value can neither end its line nor speak to the terminal. */
  private static String printable(String value) {
    StringBuilder text = new StringBuilder(value.length());
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      text.append(Character.isISOControl(c) ? (c == '\n' ? "\\n" : "\uFFFD") : c);
    }
    return text.toString();
  }
}
