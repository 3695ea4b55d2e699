package io.tenure.gateway.auth.introspection;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * Whom to ask about tokens.
 *
 * @param url of the endpoint
 * @param credentials of this cluster there, as {@code id:secret}; asked for at every question
 * @param audience what must be in {@code aud}, if the issuer says one
 * @param nameField what of the answer is the name
 * @param groupsField what of the answer lists the groups
 */
public record IntrospectionOptions(
    String url,
    Supplier<String> credentials,
    Optional<String> audience,
    String nameField,
    String groupsField) {

  @Override
  public String toString() {
    return "introspection at " + url;
  }
}
