package io.tenure.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the settings that say who calls, and checks that each authenticator has what it needs. */
final class AuthReader {

  private static final Map<String, Setting<String>> NEEDED =
      Map.of(
          "tokens", AuthSettings.TOKENS,
          "jwt", AuthSettings.JWT_ISSUER,
          "introspect", AuthSettings.INTROSPECT_URL,
          "proxy", AuthSettings.PROXY_FROM);

  private final Values values;
  private final Path directory;
  private final Problems problems;

  /** Paths are relative to the directory. */
  AuthReader(Values values, Path directory, Problems problems) {
    this.values = values;
    this.directory = directory;
    this.problems = problems;
  }

  Auth read() {
    Optional<Path> tokens = file(AuthSettings.TOKENS);
    List<String> by =
        values
            .find(AuthSettings.BY)
            .map(AuthReader::list)
            .orElse(tokens.isPresent() ? List.of("tokens") : List.of());
    by.forEach(this::checkNeeds);
    return new Auth(
        by,
        tokens,
        values.value(AuthSettings.CERTIFICATE_NAME),
        jwt(),
        introspection(),
        values.find(AuthSettings.PROXY_FROM).map(this::proxy),
        file(AuthSettings.RULES),
        values.value(AuthSettings.READS).equals("open"),
        values.find(AuthSettings.HOSTS).map(AuthReader::list).orElse(List.of()));
  }

  private void checkNeeds(String authenticator) {
    Setting<String> needed = NEEDED.get(authenticator);
    if (needed != null && values.find(needed).isEmpty()) {
      problems.add(
          values.origin(AuthSettings.BY.key()),
          "auth.by: " + authenticator + " needs " + needed.key());
    }
  }

  private Optional<Auth.Jwt> jwt() {
    Optional<String> keys = values.find(AuthSettings.JWT_KEYS);
    boolean isFile = keys.isPresent() && !keys.get().matches("https?://.*");
    return values
        .find(AuthSettings.JWT_ISSUER)
        .map(
            issuer ->
                new Auth.Jwt(
                    issuer,
                    keys.map(text -> isFile ? directory.resolve(text).toString() : text),
                    isFile,
                    values.value(AuthSettings.JWT_AUDIENCE),
                    list(values.value(AuthSettings.JWT_ALGORITHMS)),
                    values.value(AuthSettings.JWT_NAME),
                    values.value(AuthSettings.JWT_GROUPS),
                    values.value(AuthSettings.JWT_SKEW)));
  }

  private Optional<Auth.Introspection> introspection() {
    Optional<String> url = values.find(AuthSettings.INTROSPECT_URL);
    Optional<Path> credentials = file(AuthSettings.INTROSPECT_CREDENTIALS);
    if (url.isPresent() != credentials.isPresent()) {
      problems.add(
          values.origin(AuthSettings.INTROSPECT_URL.key()),
          "auth.introspect.url: needs auth.introspect.credentials; allowed: both or none");
      return Optional.empty();
    }
    return url.map(
        address ->
            new Auth.Introspection(
                address,
                credentials.orElseThrow(),
                values.isGiven(AuthSettings.JWT_AUDIENCE.key())
                    ? values.find(AuthSettings.JWT_AUDIENCE)
                    : Optional.empty(),
                values.value(AuthSettings.JWT_NAME),
                values.value(AuthSettings.JWT_GROUPS)));
  }

  private Auth.Proxy proxy(String from) {
    return new Auth.Proxy(
        list(from), values.value(AuthSettings.PROXY_NAME), values.value(AuthSettings.PROXY_GROUPS));
  }

  private Optional<Path> file(Setting<String> setting) {
    return values.find(setting).map(directory::resolve);
  }

  private static List<String> list(String text) {
    List<String> parts = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      if (!part.isBlank()) {
        parts.add(part.strip());
      }
    }
    return parts;
  }
}
