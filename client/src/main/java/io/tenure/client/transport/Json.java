package io.tenure.client.transport;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;

/** JSON text and trees. */
public final class Json {

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final ObjectReader STRICT =
      MAPPER.reader().with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private Json() {}

  public static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  /** The tree of a text; an empty object if the text is not JSON. */
  public static JsonNode read(String text) {
    try {
      JsonNode json = MAPPER.readTree(text);
      return json.isMissingNode() ? object() : json;
    } catch (JsonProcessingException notJson) {
      return object();
    }
  }

  /**
   * The tree of a text that must be one JSON value and nothing else.
   *
   * @throws IllegalArgumentException if it is not
   */
  public static JsonNode require(String text) {
    try {
      JsonNode json = STRICT.readTree(text);
      if (!json.isMissingNode()) {
        return json;
      }
    } catch (JsonProcessingException notJson) {
      throw new IllegalArgumentException("not JSON: " + notJson.getOriginalMessage(), notJson);
    }
    throw new IllegalArgumentException("not JSON: it is empty");
  }

  /** A text that is JSON already, to be written as it is, number for number. */
  public static RawValue raw(String text) {
    require(text);
    return new RawValue(text);
  }
}
