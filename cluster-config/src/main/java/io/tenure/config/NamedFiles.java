package io.tenure.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The files that a configuration names, of which some only make sense together. */
final class NamedFiles {
  private final Values values;
  private final Path directory;
  private final Problems problems;

  /** Each is looked up once, so that what is wrong with it is told once. */
  private final Map<String, Optional<Path>> found = new HashMap<>();

  /** Paths are relative to the directory. */
  NamedFiles(Values values, Path directory, Problems problems) {
    this.values = values;
    this.directory = directory;
    this.problems = problems;
  }

  Optional<Tls> httpTls() {
    requireTogether(List.of(SettingTable.TLS_CERTIFICATE, SettingTable.TLS_KEY), "both or none");
    Optional<Path> clientCa = find(AuthSettings.CLIENT_CA);
    if (clientCa.isPresent() && find(SettingTable.TLS_CERTIFICATE).isEmpty()) {
      problems.add(
          values.origin(AuthSettings.CLIENT_CA.key()),
          AuthSettings.CLIENT_CA + ": needs http.tls.certificate and http.tls.key");
    }
    return find(SettingTable.TLS_CERTIFICATE)
        .flatMap(chain -> find(SettingTable.TLS_KEY).map(key -> new Tls(chain, key, clientCa)));
  }

  Optional<Locket.MutualTls> locketTls() {
    requireTogether(
        List.of(
            SettingTable.LOCKET_CERTIFICATE,
            SettingTable.LOCKET_KEY,
            SettingTable.LOCKET_CLIENT_CA),
        "all three or none");
    Optional<Path> clientCa = find(SettingTable.LOCKET_CLIENT_CA);
    Optional<Path> key = find(SettingTable.LOCKET_KEY);
    return find(SettingTable.LOCKET_CERTIFICATE)
        .filter(chain -> key.isPresent() && clientCa.isPresent())
        .map(chain -> new Locket.MutualTls(chain, key.orElseThrow(), clientCa.orElseThrow()));
  }

  Optional<PeerSecurity.Files> peerTls() {
    requireTogether(
        List.of(SettingTable.PEER_CERTIFICATE, SettingTable.PEER_KEY, SettingTable.PEER_CA),
        "all three or none");
    Optional<Path> key = find(SettingTable.PEER_KEY);
    Optional<Path> ca = find(SettingTable.PEER_CA);
    return find(SettingTable.PEER_CERTIFICATE)
        .filter(chain -> key.isPresent() && ca.isPresent())
        .map(chain -> new PeerSecurity.Files(chain, key.orElseThrow(), ca.orElseThrow()));
  }

  private Optional<Path> find(Setting<String> setting) {
    return found.computeIfAbsent(
        setting.key(), key -> values.find(setting).map(directory::resolve));
  }

  private void requireTogether(List<Setting<String>> group, String allowed) {
    List<Setting<String>> missing = new ArrayList<>(group);
    missing.removeIf(setting -> find(setting).isPresent());
    if (missing.isEmpty() || missing.size() == group.size()) {
      return;
    }
    Setting<String> given =
        group.stream().filter(setting -> !missing.contains(setting)).findFirst().orElseThrow();
    String needed = String.join(" and ", missing.stream().map(Setting::key).toList());
    problems.add(values.origin(given.key()), given + ": needs " + needed + "; allowed: " + allowed);
  }
}
