package io.tenure.config;

import java.util.ArrayList;
import java.util.List;

/** The table of settings, for people. */
public final class SettingListing {
  private static final List<String> HEADINGS =
      List.of("setting", "type", "default", "allowed", "meaning");

  private SettingListing() {}

  /** Columns for a terminal; the meaning stands below each setting. */
  public static String text() {
    int width = 0;
    for (Setting<?> setting : SettingTable.all()) {
      width = Math.max(width, setting.key().length());
    }
    StringBuilder listing = new StringBuilder();
    String row = "%-" + width + "s  %-8s  %-15s  %s%n%" + (width + 2) + "s%s%n";
    for (Setting<?> setting : SettingTable.all()) {
      listing.append(
          String.format(
              row,
              setting.key(),
              setting.typeName(),
              setting.defaultText(),
              setting.allowed(),
              "",
              setting.description()));
    }
    return listing.toString();
  }

  /** The rows of the document's table. */
  public static List<String> markdown() {
    List<String> rows = new ArrayList<>();
    rows.add(row(HEADINGS));
    rows.add("|" + "---|".repeat(HEADINGS.size()));
    for (Setting<?> setting : SettingTable.all()) {
      rows.add(
          row(
              List.of(
                  "`" + setting.key() + "`",
                  setting.typeName(),
                  setting.defaultText(),
                  setting.allowed(),
                  setting.description())));
    }
    return rows;
  }

  private static String row(List<String> cells) {
    return "| " + String.join(" | ", cells) + " |";
  }
}
