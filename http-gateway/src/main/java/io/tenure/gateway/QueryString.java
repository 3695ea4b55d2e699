package io.tenure.gateway;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The parameters behind the question mark, decoded, in their order.
 *
 * @param parameters as they came; a name may be there several times
 */
public record QueryString(List<Parameter> parameters) {

  /** One parameter; its value is empty if there was no equals sign. */
  public record Parameter(String name, String value) {}

  public static final QueryString NONE = new QueryString(List.of());

  /** Takes the query of a call apart; bad encoding is refused. */
  public static QueryString of(Call call) {
    Optional<String> raw = call.rawQuery();
    return raw.isEmpty() || raw.get().isEmpty() ? NONE : parse(raw.get());
  }

  private static QueryString parse(String raw) {
    List<Parameter> parameters = new ArrayList<>();
    int start = 0;
    while (start < raw.length()) {
      int ampersand = raw.indexOf('&', start);
      int end = ampersand < 0 ? raw.length() : ampersand;
      if (end > start) {
        parameters.add(parameter(raw.substring(start, end)));
      }
      start = end + 1;
    }
    return new QueryString(List.copyOf(parameters));
  }

  private static Parameter parameter(String raw) {
    int equals = raw.indexOf('=');
    return equals < 0
        ? new Parameter(decode(raw), "")
        : new Parameter(decode(raw.substring(0, equals)), decode(raw.substring(equals + 1)));
  }

  private static String decode(String raw) {
    return PercentText.decode(raw.indexOf('+') < 0 ? raw : raw.replace('+', ' '));
  }

  /** The value of the first parameter of this name. */
  public Optional<String> first(String name) {
    for (Parameter each : parameters) {
      if (each.name().equals(name)) {
        return Optional.of(each.value());
      }
    }
    return Optional.empty();
  }

  /** All values of the parameters of this name. */
  public List<String> all(String name) {
    List<String> values = new ArrayList<>();
    for (Parameter each : parameters) {
      if (each.name().equals(name)) {
        values.add(each.value());
      }
    }
    return values;
  }

  /** Whether the parameter at a place has the name of an earlier one. */
  boolean isRepetition(int at) {
    for (int i = 0; i < at; i++) {
      if (parameters.get(i).name().equals(parameters.get(at).name())) {
        return true;
      }
    }
    return false;
  }

  /** The parameters in the form of a query, without the question mark. */
  public String encode() {
    StringBuilder raw = new StringBuilder();
    for (Parameter each : parameters) {
      raw.append(raw.length() == 0 ? "" : "&").append(encode(each.name()));
      raw.append('=').append(encode(each.value()));
    }
    return raw.toString();
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
