package io.tenure.gateway.leases;

import io.tenure.gateway.Call;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** What the body of an answer may be, by the client's {@code Accept}. */
enum Form {
  /** The client's own bytes, or a short message where there are none to show. */
  RAW,
  JSON,
  TEXT,
  HTML;

  private static final Pattern QUALITY = Pattern.compile("0(\\.[0-9]{0,3})?|1(\\.0{0,3})?");

  private record Choice(Form form, boolean wild, double quality) {

    /** What nothing is worse than. */
    static final Choice NONE = new Choice(RAW, false, 0);

    boolean isBetterThan(Choice other) {
      return quality > other.quality || (quality == other.quality && !wild && other.wild);
    }
  }

  /** What the client likes best, the first among equals; its bytes if it does not say. */
  static Form wanted(Call call) {
    List<String> lines = call.headers("Accept");
    if (lines.isEmpty() || (lines.size() == 1 && lines.get(0).equals("*/*"))) {
      return RAW;
    }
    Choice best = Choice.NONE;
    for (String line : lines) {
      for (String range : line.split(",", -1)) {
        Choice choice = choice(range);
        best = choice.isBetterThan(best) ? choice : best;
      }
    }
    return best.form();
  }

  private static Choice choice(String range) {
    String[] parts = range.split(";", -1);
    String type = parts[0].strip().toLowerCase(Locale.ROOT);
    Optional<Form> form = named(type);
    return form.isPresent()
        ? new Choice(form.get(), type.endsWith("*"), quality(parts))
        : Choice.NONE;
  }

  private static Optional<Form> named(String type) {
    return switch (type) {
      case "*/*", "application/octet-stream" -> Optional.of(RAW);
      case "application/json", "application/*" -> Optional.of(JSON);
      case "text/plain", "text/*" -> Optional.of(TEXT);
      case "text/html", "application/xhtml+xml" -> Optional.of(HTML);
      default -> Optional.empty();
    };
  }

  private static double quality(String[] parts) {
    for (int i = 1; i < parts.length; i++) {
      String parameter = parts[i].strip();
      if (parameter.regionMatches(true, 0, "q=", 0, 2)) {
        String value = parameter.substring(2).strip();
        return QUALITY.matcher(value).matches() ? Double.parseDouble(value) : 0;
      }
    }
    return 1;
  }
}
