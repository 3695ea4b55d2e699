package io.tenure.gateway;

import io.tenure.gateway.json.JsonObjectReader;
import io.tenure.gateway.json.MalformedJsonException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Reads the body of a call as a JSON object. */
public final class JsonBody {

  /** Also the types that tools send when nobody has told them what the body is. */
  private static final Set<String> READ_AS_JSON =
      Set.of(
          "",
          Answer.JSON,
          "text/json",
          "text/plain",
          "application/x-www-form-urlencoded",
          "application/octet-stream");

  private JsonBody() {}

  /**
   * Reads the body. It is refused with 415 if its type says that it is something else than JSON,
   * and with 400 if it is not a JSON object.
   */
  public static <T> T read(Call call, Function<JsonObjectReader, T> reading) {
    Optional<String> type = call.header("Content-Type");
    if (type.isPresent() && !isReadAsJson(type.get())) {
      throw new ProblemException(
          Problem.of(
              415, "unsupported-media-type", "send application/json instead of " + type.get()));
    }
    try (JsonObjectReader json = JsonObjectReader.open(call.body())) {
      return reading.apply(json);
    } catch (MalformedJsonException e) {
      throw new ProblemException(Problem.of(400, "bad-body", String.valueOf(e.getMessage())));
    }
  }

  private static boolean isReadAsJson(String contentType) {
    if (contentType.equals(Answer.JSON)) {
      return true;
    }
    int parameters = contentType.indexOf(';');
    String type = parameters < 0 ? contentType : contentType.substring(0, parameters);
    String bare = type.strip().toLowerCase(Locale.ROOT);
    return READ_AS_JSON.contains(bare) || bare.endsWith("+json");
  }
}
