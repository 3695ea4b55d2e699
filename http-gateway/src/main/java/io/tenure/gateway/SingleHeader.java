package io.tenure.gateway;

import java.util.List;
import java.util.Optional;

/** Reads headers that mean nothing, or two things, when they are there twice. */
public final class SingleHeader {

  private SingleHeader() {}

  /** The value of a header, which is refused if there are several, equal or not. */
  public static Optional<String> of(Call call, String name) {
    List<String> values = call.headers(name);
    if (values.size() > 1) {
      throw new ProblemException(
          Problem.of(400, "bad-header", name + " must not be there more than once"));
    }
    return values.isEmpty() ? Optional.empty() : Optional.of(values.get(0));
  }
}
