package io.tenure.gateway;

import io.tenure.service.Caller;
import java.util.Optional;

/** A request that has been read in full, as it came over the wire. */
public interface Call extends Shown {

  /** In upper case, such as {@code PATCH}. */
  String method();

  /** What stands before the question mark, still percent-encoded. */
  String rawPath();

  /** What stands behind the question mark, still percent-encoded. */
  Optional<String> rawQuery();

  /** The body, not a copy: to be read only. */
  byte[] body();

  /**
   * Scheme, host and port as the client knows this server, such as {@code http://10.0.0.1:8081}.
   */
  String origin();

  /** Whom to answer, and by when. */
  Caller caller();
}
