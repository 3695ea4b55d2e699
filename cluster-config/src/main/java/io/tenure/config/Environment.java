package io.tenure.config;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Environment variables that override settings: {@code TENURE_ELECTION_TIMEOUT} for {@code
 * election.timeout}. An empty variable counts as not set.
 */
public final class Environment {
  private static final String PREFIX = "TENURE_";

  /** Variables of the programs themselves, which are not settings of the cluster. */
  private static final Set<String> OTHERS =
      new TreeSet<>(
          List.of(
              "TENURE_CA",
              "TENURE_CACHE",
              "TENURE_CLAIM",
              "TENURE_CONFIG",
              "TENURE_DATA",
              "TENURE_DEADLINE_FILE",
              "TENURE_FENCING_TOKEN",
              "TENURE_HEAP",
              "TENURE_HOME",
              "TENURE_LOCKET",
              "TENURE_LOG",
              "TENURE_LOG_LEVEL",
              "TENURE_LOST_REASON",
              "TENURE_NODE",
              "TENURE_OPTS",
              "TENURE_RESOURCE",
              "TENURE_TOKEN",
              "TENURE_URL"));

  /** What Kubernetes and Docker set in every container beside a service named tenure. */
  private static final Pattern SERVICE_LINK =
      Pattern.compile("TENURE_(.*_)?(SERVICE_HOST|SERVICE_PORT(_.*)?|PORT_[0-9]+_[A-Z]+(_.*)?)");

  private static final Pattern SERVICE_ADDRESS = Pattern.compile("[a-z]+://.*");

  private Environment() {}

  /** Variables that may be set although they override nothing. */
  public static Set<String> otherVariables() {
    return OTHERS;
  }

  static void override(
      Map<String, String> environment, Keys keys, Map<String, Given> entries, Problems problems) {
    new TreeMap<>(environment)
        .forEach(
            (name, value) -> {
              if (name.startsWith(PREFIX) && !value.isBlank() && !isForeign(name, value)) {
                override(new Given(name, value.strip(), Origin.variable(name)), keys)
                    .ifPresentOrElse(
                        given -> entries.put(given.key(), given),
                        () -> reportUnknown(name, keys, problems));
              }
            });
  }

  private static boolean isForeign(String name, String value) {
    return OTHERS.contains(name)
        || SERVICE_LINK.matcher(name).matches()
        || (name.endsWith("_PORT") && SERVICE_ADDRESS.matcher(value).matches());
  }

  private static Optional<Given> override(Given variable, Keys keys) {
    return keys.ofVariable(variable.key())
        .map(key -> new Given(key, variable.value(), variable.origin()));
  }

  private static void reportUnknown(String name, Keys keys, Problems problems) {
    Set<String> known = new TreeSet<>(OTHERS);
    keys.all().forEach(key -> known.add(Setting.variable(key)));
    String hint = Nearest.to(name, known).map(near -> "did you mean " + near + "? ").orElse("");
    problems.add(
        Origin.variable(name),
        "overrides no setting; "
            + hint
            + "nodes are "
            + String.join(", ", keys.nodes())
            + "; `tenure config list` shows all settings");
  }
}
