package io.tenure.gateway;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A parameter of a query, as a route declares it.
 *
 * @param schema what its values look like, as JSON schema
 * @param repeatable whether it may be there several times
 * @param excluded a parameter that must not be there too; empty for none
 * @param flaw says what is wrong with a value; empty if nothing
 */
public record QueryParameter(
    String name,
    String description,
    String schema,
    boolean repeatable,
    String excluded,
    Function<String, Optional<String>> flaw) {

  /** A text that is checked by a function. */
  public static QueryParameter text(
      String name, String description, Function<String, Optional<String>> flaw) {
    return new QueryParameter(name, description, "{\"type\":\"string\"}", false, "", flaw);
  }

  /** An integer between two bounds. */
  public static QueryParameter integer(String name, String description, int least, int most) {
    String schema = "{\"type\":\"integer\",\"minimum\":" + least + ",\"maximum\":" + most + "}";
    String flaw = "must be an integer from " + least + " to " + most;
    return new QueryParameter(
        name,
        description,
        schema,
        false,
        "",
        value -> isInteger(value, least, most) ? Optional.empty() : Optional.of(flaw));
  }

  /** One of several words. */
  public static QueryParameter word(String name, String description, List<String> words) {
    String schema = "{\"type\":\"string\",\"enum\":[\"" + String.join("\",\"", words) + "\"]}";
    String flaw = "must be " + (words.size() > 2 ? "one of " : "") + listed(words);
    return new QueryParameter(
        name,
        description,
        schema,
        false,
        "",
        value -> words.contains(value) ? Optional.empty() : Optional.of(flaw));
  }

  /** The same with values of another form. */
  public QueryParameter withSchema(String jsonSchema) {
    return new QueryParameter(name, description, jsonSchema, repeatable, excluded, flaw);
  }

  /** The same, which may be there several times. */
  public QueryParameter repeated() {
    return new QueryParameter(name, description, schema, true, excluded, flaw);
  }

  /** The same, which must not be there together with another one. */
  public QueryParameter excluding(String other) {
    return new QueryParameter(name, description, schema, repeatable, other, flaw);
  }

  /** What is wrong with a value among the others of a query; empty if nothing. */
  Optional<String> flaw(String value, QueryString query) {
    Optional<String> own = flaw.apply(value);
    return own.isEmpty() && query.first(excluded).isPresent()
        ? Optional.of("excludes " + excluded)
        : own;
  }

  private static String listed(List<String> words) {
    return words.size() == 2 ? words.get(0) + " or " + words.get(1) : String.join(", ", words);
  }

  private static boolean isInteger(String value, int least, int most) {
    if (!value.matches("[0-9]{1,10}")) {
      return false;
    }
    long number = Long.parseLong(value);
    return number >= least && number <= most;
  }
}
