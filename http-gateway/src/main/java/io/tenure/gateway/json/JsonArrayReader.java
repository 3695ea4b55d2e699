package io.tenure.gateway.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.tenure.gateway.json.JsonObjectReader.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;

/**
 * Walks through one JSON array, element by element: what {@link JsonObjectReader#raw} gave for a
 * field, so that it is known to be well-formed. Not thread-safe.
 */
public final class JsonArrayReader implements AutoCloseable {

  private final byte[] text;
  private final JsonParser parser;
  private JsonToken token = JsonToken.NOT_AVAILABLE;

  private JsonArrayReader(byte[] text, JsonParser parser) {
    this.text = text;
    this.parser = parser;
  }

  /** Starts to read; the array must not change meanwhile. */
  public static JsonArrayReader open(byte[] array) {
    try {
      JsonArrayReader reader =
          new JsonArrayReader(array, JsonObjectReader.FACTORY.createParser(array));
      reader.advance();
      if (reader.token != JsonToken.START_ARRAY) {
        throw new IllegalArgumentException("not an array");
      }
      return reader;
    } catch (IOException e) {
      throw new UncheckedIOException("bytes in memory cannot fail to be read", e);
    }
  }

  /** Goes to the next element; false when there is none. */
  public boolean next() {
    advance();
    return token != JsonToken.END_ARRAY && token != JsonToken.NOT_AVAILABLE;
  }

  public Kind kind() {
    return JsonObjectReader.kind(token);
  }

  /** Whether the element is a number without fraction and exponent. */
  public boolean isInteger() {
    return token == JsonToken.VALUE_NUMBER_INT;
  }

  /** The value of a {@link Kind#NUMBER}; infinite if it is too large for a double. */
  public double number() {
    try {
      return parser.getDoubleValue();
    } catch (IOException e) {
      throw JsonObjectReader.malformed(e);
    }
  }

  /** The element as it was written, byte for byte. The reader is at its end afterwards. */
  public byte[] raw() {
    try {
      int start = (int) parser.currentTokenLocation().getByteOffset();
      parser.skipChildren();
      parser.finishToken();
      int end = (int) parser.currentLocation().getByteOffset();
      return Arrays.copyOfRange(text, start, end);
    } catch (IOException e) {
      throw JsonObjectReader.malformed(e);
    }
  }

  @Override
  public void close() {
    try {
      parser.close();
    } catch (IOException e) {
      throw new UncheckedIOException("bytes in memory cannot fail to be closed", e);
    }
  }

  private void advance() {
    try {
      JsonToken next = parser.nextToken();
      token = next == null ? JsonToken.NOT_AVAILABLE : next;
    } catch (IOException e) {
      throw JsonObjectReader.malformed(e);
    }
  }
}
