package io.tenure.gateway.leases;

import java.util.List;

/** Writes a report as a page. Every value is escaped, for it may come from anybody. */
final class ReportPage {

  /** Goes with every page: should a value slip through unescaped, it still can do nothing. */
  static final String CONTENT_SECURITY_POLICY = "default-src 'none'; style-src 'unsafe-inline'";

  private static final String STYLE =
      "body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem;"
          + "color:#1b1f24;background:#fff}"
          + "table{border-collapse:collapse;width:100%}"
          + "th,td{text-align:left;padding:.3rem .8rem .3rem 0;border-bottom:1px solid #d5d9de;"
          + "vertical-align:top;overflow-wrap:anywhere;white-space:pre-wrap}"
          + "h1{font-size:1.4rem;overflow-wrap:anywhere}h2{font-size:1.1rem;margin-top:2rem}"
          + ".message{background:#fff4d6;padding:.5rem 1rem}";

  private ReportPage() {}

  static String write(Report report) {
    StringBuilder page = new StringBuilder(2048);
    String title = escaped(report.title());
    page.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\">");
    page.append("<meta name=\"viewport\" content=\"width=device-width\">");
    page.append("<title>").append(title).append("</title>");
    page.append("<style>").append(STYLE).append("</style></head>\n<body>\n");
    page.append("<h1>").append(title).append("</h1>\n");
    if (!report.message().isEmpty()) {
      page.append("<p class=\"message\">").append(escaped(report.message())).append("</p>\n");
    }
    report.tables().forEach(table -> write(table, page));
    page.append("<p>").append(link("All leases of this namespace", report.list()));
    return page.append("</p>\n</body>\n</html>\n").toString();
  }

  private static void write(Report.Table table, StringBuilder page) {
    page.append("<h2>").append(escaped(table.heading())).append("</h2>\n");
    if (table.rows().isEmpty()) {
      page.append("<p>").append(escaped(table.ifEmpty())).append("</p>\n");
      return;
    }
    page.append("<table>\n");
    if (table.columns().stream().anyMatch(column -> !column.isEmpty())) {
      page.append("<tr>");
      table
          .columns()
          .forEach(column -> page.append("<th>").append(escaped(column)).append("</th>"));
      page.append("</tr>\n");
    }
    for (List<Report.Cell> row : table.rows()) {
      page.append("<tr>");
      row.forEach(cell -> page.append("<td>").append(written(cell)).append("</td>"));
      page.append("</tr>\n");
    }
    page.append("</table>\n");
  }

  private static String written(Report.Cell cell) {
    return cell.path().isEmpty() ? escaped(cell.text()) : link(cell.text(), cell.path());
  }

  private static String link(String text, String path) {
    return "<a href=\"" + escaped(path) + "\">" + escaped(text) + "</a>";
  }

  static String escaped(String value) {
    StringBuilder text = new StringBuilder(value.length() + 16);
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '&' -> text.append("&amp;");
        case '<' -> text.append("&lt;");
        case '>' -> text.append("&gt;");
        case '"' -> text.append("&quot;");
        case '\'' -> text.append("&#39;");
        default -> text.append(Character.isISOControl(c) && c != '\n' && c != '\t' ? '\uFFFD' : c);
      }
    }
    return text.toString();
  }
}
