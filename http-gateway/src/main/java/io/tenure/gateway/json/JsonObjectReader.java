package io.tenure.gateway.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Walks through one JSON object, field by field. What it reads must be that object and nothing
 * else: every method throws a {@link MalformedJsonException} when it comes upon anything that is
 * not JSON, a field that was there before, or text behind the end. Not thread-safe.
 */
public final class JsonObjectReader implements AutoCloseable {

  /** What a field holds. */
  public enum Kind {
    STRING("a string"),
    NUMBER("a number"),
    /** Not JSON, but what some libraries write for the numbers that JSON lacks. */
    NOT_FINITE("NaN or infinite"),
    BOOLEAN("a boolean"),
    NULL("null"),
    OBJECT("an object"),
    ARRAY("an array");

    private final String phrase;

    Kind(String phrase) {
      this.phrase = phrase;
    }

    @Override
    public String toString() {
      return phrase;
    }
  }

  private static final int MOST_FIELDS = 64;
  private static final int DEEPEST_NESTING = 500;

  static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS) // to say which field holds one
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES) // names are chosen by strangers
          .streamReadConstraints(
              StreamReadConstraints.builder().maxNestingDepth(DEEPEST_NESTING).build())
          .build();

  private final byte[] text;
  private final JsonParser parser;
  private final List<String> names = new ArrayList<>(4);
  private JsonToken token = JsonToken.NOT_AVAILABLE;

  private JsonObjectReader(byte[] text, JsonParser parser) {
    this.text = text;
    this.parser = parser;
  }

  /** Starts to read; the array must not change meanwhile. */
  public static JsonObjectReader open(byte[] text) {
    if (text.length == 0) {
      throw new MalformedJsonException("the body is empty; it must be a JSON object");
    }
    if (!Utf8Check.isValid(text)) {
      throw new MalformedJsonException("the body is not valid UTF-8");
    }
    if (text[0] == 0 || (text.length > 1 && text[1] == 0)) {
      throw new MalformedJsonException("the body is not UTF-8 but UTF-16, UTF-32 or no text");
    }
    try {
      JsonObjectReader reader = new JsonObjectReader(text, FACTORY.createParser(text));
      reader.enter();
      return reader;
    } catch (IOException e) {
      throw new UncheckedIOException("bytes in memory cannot fail to be read", e);
    }
  }

  private void enter() {
    advance();
    if (token == JsonToken.NOT_AVAILABLE) {
      throw new MalformedJsonException("the body is blank; it must be a JSON object");
    }
    if (token != JsonToken.START_OBJECT) {
      throw new MalformedJsonException("the body is " + kind() + "; it must be a JSON object");
    }
    token = JsonToken.NOT_AVAILABLE;
  }

  /** Goes to the next field, past the value of the present one; false when there is none. */
  public boolean next() {
    if (token.isStructStart()) {
      passOver();
    }
    advance();
    if (token == JsonToken.END_OBJECT) {
      advance();
      if (token != JsonToken.NOT_AVAILABLE) {
        throw new MalformedJsonException("unexpected data after the JSON object");
      }
      return false;
    }
    remember(currentName());
    advance();
    return true;
  }

  public String name() {
    return names.get(names.size() - 1);
  }

  public Kind kind() {
    return token == JsonToken.VALUE_NUMBER_FLOAT && !isFinite() ? Kind.NOT_FINITE : kind(token);
  }

  static Kind kind(JsonToken token) {
    return switch (token) {
      case VALUE_STRING -> Kind.STRING;
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> Kind.NUMBER;
      case VALUE_TRUE, VALUE_FALSE -> Kind.BOOLEAN;
      case VALUE_NULL -> Kind.NULL;
      case START_OBJECT -> Kind.OBJECT;
      case START_ARRAY -> Kind.ARRAY;
      default -> throw new IllegalStateException("at no value but " + token);
    };
  }

  /** The value of a {@link Kind#STRING}. It may hold any character, and lone surrogates too. */
  public String string() {
    try {
      return parser.getText();
    } catch (IOException e) {
      throw malformed(e);
    }
  }

  /** The value of a {@link Kind#NUMBER}; infinite if it is too large for a double. */
  public double number() {
    try {
      return parser.getDoubleValue();
    } catch (IOException e) {
      throw malformed(e);
    }
  }

  /** Whether a {@link Kind#NUMBER} is written without fraction and exponent. */
  public boolean isInteger() {
    return token == JsonToken.VALUE_NUMBER_INT;
  }

  /** The value as it was written, byte for byte. The reader is past it afterwards. */
  public byte[] raw() {
    int start = (int) parser.currentTokenLocation().getByteOffset();
    passOver();
    int end = (int) parser.currentLocation().getByteOffset();
    return Arrays.copyOfRange(text, start, end);
  }

  @Override
  public void close() {
    try {
      parser.close();
    } catch (IOException e) {
      throw new UncheckedIOException("bytes in memory cannot fail to be closed", e);
    }
  }

  /** Goes to the end of the value, however deep it is, and sees to it that all of it is JSON. */
  private void passOver() {
    int depth = 0;
    do {
      if (token.isStructStart()) {
        depth++;
      } else if (token.isStructEnd()) {
        depth--;
      } else if (token == JsonToken.VALUE_NUMBER_FLOAT && !isFinite()) {
        throw new MalformedJsonException(name() + " holds NaN or Infinity, which are not JSON");
      }
      if (depth > 0) {
        advance();
      }
    } while (depth > 0);
    try {
      parser.finishToken();
    } catch (IOException e) {
      throw malformed(e);
    }
  }

  private void advance() {
    try {
      JsonToken next = parser.nextToken();
      token = next == null ? JsonToken.NOT_AVAILABLE : next;
    } catch (IOException e) {
      throw malformed(e);
    }
  }

  private boolean isFinite() {
    try {
      return !parser.isNaN();
    } catch (IOException e) {
      throw malformed(e);
    }
  }

  private String currentName() {
    try {
      return parser.currentName();
    } catch (IOException e) {
      throw malformed(e);
    }
  }

  private void remember(String name) {
    if (names.contains(name)) {
      throw new MalformedJsonException("\"" + name + "\" is there twice");
    }
    if (names.size() == MOST_FIELDS) {
      throw new MalformedJsonException("the object has more than " + MOST_FIELDS + " fields");
    }
    names.add(name);
  }

  static MalformedJsonException malformed(IOException e) {
    if (e instanceof JsonProcessingException broken) {
      JsonLocation where = broken.getLocation();
      String place =
          where == null
              ? ""
              : " (line " + where.getLineNr() + ", column " + where.getColumnNr() + ")";
      return new MalformedJsonException(
          "the body is not JSON: " + broken.getOriginalMessage() + place);
    }
    throw new UncheckedIOException("bytes in memory cannot fail to be read", e);
  }
}
