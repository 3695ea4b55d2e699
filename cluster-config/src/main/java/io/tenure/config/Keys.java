package io.tenure.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The keys that a file with certain nodes may have. */
final class Keys {
  /** Without underscores or capitals, so that a variable's name tells which node is meant. */
  private static final Pattern NODE_ID = Pattern.compile("[a-z0-9][a-z0-9-]{0,30}");

  private static final Pattern NODE_KEY = Pattern.compile("node\\.([^.]*)\\.(.+)");

  private final Map<String, Setting<?>> settings = new LinkedHashMap<>();
  private final Set<String> nodes = new LinkedHashSet<>();

  /** Learns from the keys of a file which nodes there are. */
  Keys(Iterable<Given> entries, Problems problems) {
    for (Given entry : entries) {
      Matcher match = NODE_KEY.matcher(entry.key());
      if (match.matches() && !nodes.contains(match.group(1))) {
        addNode(match.group(1), entry, problems);
      }
    }
    for (Setting<?> setting : SettingTable.all()) {
      if (!setting.perNode()) {
        settings.put(setting.key(), setting);
      }
    }
    for (String node : nodes) {
      nodeSettings().forEach(setting -> settings.put(ofNode(setting, node), setting));
    }
  }

  private void addNode(String node, Given entry, Problems problems) {
    nodes.add(node);
    if (!NODE_ID.matcher(node).matches()) {
      problems.add(
          entry.origin(),
          entry.key()
              + ": '"
              + node
              + "' is not a node id; allowed: small letters, digits and dashes, at most 31");
    }
  }

  private static List<Setting<?>> nodeSettings() {
    List<Setting<?>> perNode = new ArrayList<>();
    for (Setting<?> setting : SettingTable.all()) {
      if (setting.perNode()) {
        perNode.add(setting);
      }
    }
    return perNode;
  }

  /** The key of a node's setting. */
  static String ofNode(Setting<?> setting, String node) {
    return setting.key().replace("<id>", node);
  }

  Set<String> nodes() {
    return nodes;
  }

  Set<String> all() {
    return settings.keySet();
  }

  boolean isKnown(String key) {
    return settings.containsKey(key);
  }

  /** The key that a variable overrides. */
  Optional<String> ofVariable(String variable) {
    return settings.keySet().stream()
        .filter(key -> Setting.variable(key).equals(variable))
        .findFirst();
  }

  /** Reports the keys that are not settings. */
  void report(Iterable<Given> entries, Problems problems) {
    for (Given entry : entries) {
      if (!isKnown(entry.key())) {
        String hint = Nearest.to(entry.key(), all()).orElse("");
        problems.add(
            entry.origin(),
            entry.key()
                + ": there is no such setting; "
                + (hint.isEmpty() ? "" : "did you mean " + hint + "? ")
                + "`tenure config list` shows all");
      }
    }
  }
}
