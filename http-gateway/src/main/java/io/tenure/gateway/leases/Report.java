package io.tenure.gateway.leases;

import io.tenure.gateway.json.Utf8Check;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.OptionalLong;

/**
 * What a person wants to know, as a title, a message and tables; {@link ReportText} and {@link
 * ReportPage} write the same of it.
 *
 * @param message what the call came to, or nothing
 * @param list where the list is to which the report belongs
 */
record Report(String title, String message, String list, List<Table> tables) {

  /** Some rows below a heading; each row has as many cells as there are columns. */
  record Table(String heading, List<String> columns, List<List<Cell>> rows, String ifEmpty) {}

  /**
   * One value.
   *
   * @param path where more about it is; empty if nowhere
   */
  record Cell(String text, String path) {}

  private static final long MICROS_PER_SECOND = 1_000_000;

  static Report one(LeaseUri uri, LeaseResponse response, LeaseSnapshot snapshot) {
    String message = response.problem() == null ? "" : Message.of(response, snapshot);
    List<Table> tables = new ArrayList<>();
    tables.add(facts(snapshot));
    tables.add(history(snapshot));
    return new Report("Lease " + uri.key(), message, uri.listPath(), tables);
  }

  static Report list(LeaseUri uri, List<Listed> leases) {
    List<List<Cell>> held = new ArrayList<>();
    List<List<Cell>> ended = new ArrayList<>();
    for (Listed each : leases) {
      Tenure tenure = each.tenure();
      List<Cell> row = new ArrayList<>();
      row.add(new Cell(each.uri().key(), each.uri().path()));
      row.add(cell(tenure.owner()));
      row.add(cell(tenure.isValid() ? seconds(tenure.remaining()) : ended(tenure)));
      row.add(cell(time(tenure.acquired())));
      row.add(cell(Long.toString(tenure.version())));
      (tenure.isValid() ? held : ended).add(row);
    }
    List<String> now = List.of("lease", "owner", "expires in", "acquired", "version");
    List<String> past = List.of("lease", "last owner", "ended", "acquired", "version");
    return new Report(
        "Leases below " + uri.namespace(),
        "",
        uri.listPath(),
        List.of(
            new Table("Held now", now, held, "none"),
            new Table("Held before", past, ended, "none")));
  }

  private static Table facts(LeaseSnapshot snapshot) {
    List<List<Cell>> rows = new ArrayList<>();
    Tenure tenure = snapshot.tenure();
    add(rows, "valid", snapshot.isValid() ? "yes" : "no");
    if (tenure != null) {
      add(rows, tenure.isValid() ? "owner" : "last owner", tenure.owner());
      add(rows, "length", seconds(lengthOf(tenure)));
      add(rows, "acquired", time(tenure.acquired()));
      add(rows, "renewed", time(tenure.renewed()));
      add(rows, "renewals", Integer.toString(tenure.renewals()));
      add(rows, tenure.isValid() ? "expires" : ending(tenure), timeOrNever(tenure.expires()));
      if (tenure.isValid()) {
        add(rows, "expires in", seconds(tenure.remaining()));
      }
      add(rows, "version", Long.toString(tenure.version()));
      add(rows, "fencing token", Long.toString(tenure.token()));
      add(rows, "client data", data(tenure));
    }
    return new Table("Now", List.of("", ""), rows, "");
  }

  private static Table history(LeaseSnapshot snapshot) {
    List<List<Cell>> rows = new ArrayList<>();
    for (Tenure tenure : snapshot.history()) {
      List<Cell> row = new ArrayList<>();
      row.add(cell(tenure.owner()));
      row.add(cell(time(tenure.acquired())));
      row.add(cell(Integer.toString(tenure.renewals())));
      row.add(cell(ended(tenure)));
      row.add(cell(Long.toString(tenure.version())));
      rows.add(row);
    }
    List<String> columns = List.of("owner", "acquired", "renewals", "ended", "version");
    return new Table("Earlier, newest first", columns, rows, "never held before");
  }

  private static void add(List<List<Cell>> rows, String name, String value) {
    rows.add(List.of(cell(name), cell(value)));
  }

  private static Cell cell(String text) {
    return new Cell(text, "");
  }

  private static OptionalLong lengthOf(Tenure tenure) {
    return tenure.length().isForever()
        ? OptionalLong.empty()
        : OptionalLong.of(tenure.length().micros());
  }

  private static String ending(Tenure tenure) {
    return tenure.released().isPresent() ? "released" : "expired";
  }

  private static String ended(Tenure tenure) {
    return ending(tenure) + " " + timeOrNever(tenure.expires());
  }

  private static String seconds(OptionalLong micros) {
    return micros.isPresent() ? Seconds.exact(micros.getAsLong()) + " s" : "never";
  }

  private static String timeOrNever(OptionalLong wallMicros) {
    return wallMicros.isPresent() ? time(wallMicros.getAsLong()) : "never";
  }

  private static String time(long wallMicros) {
    long seconds = Math.floorDiv(wallMicros, MICROS_PER_SECOND);
    return DateTimeFormatter.ISO_INSTANT.format(Instant.ofEpochSecond(seconds))
        + " ("
        + seconds
        + ")";
  }

  private static String data(Tenure tenure) {
    byte[] bytes = tenure.data().bytes();
    if (bytes.length == 0) {
      return "none";
    }
    return Utf8Check.isValid(bytes)
        ? new String(bytes, StandardCharsets.UTF_8)
        : "(base64) " + Base64.getEncoder().encodeToString(bytes);
  }
}
