package io.tenure.node.backup;

import io.tenure.codec.AppliedHead;
import io.tenure.node.identity.Identity;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What stands at the beginning of a backup, as text: what it is of, and which files follow.
 *
 * @param members of the cluster, by id and raft address
 * @param taken on the wall clock, to the second
 * @param files in their order
 */
public record BackupHead(
    String version,
    String cluster,
    String clusterId,
    String node,
    List<String> members,
    Instant taken,
    Place place,
    List<Part> files) {

  /** How much a head may be; a checkpoint has some dozens of files. */
  static final int MAX_LENGTH = 1 << 20;

  private static final String TITLE = "tenure backup 1";
  private static final String NAME = "[A-Za-z0-9._-]{1,200}";

  /**
   * Where in the cluster's history the state is.
   *
   * @param epoch how often the cluster was restored before
   * @param clusterMicros the cluster's time
   */
  public record Place(
      int level, long index, long term, long epoch, long clusterMicros, String digest) {

    public static Place of(AppliedHead head) {
      return new Place(
          head.table().level(),
          head.index(),
          head.term(),
          head.table().lastVersion().epoch(),
          head.table().now().cluster().micros(),
          String.format("%016x", head.digest()));
    }
  }

  /** One file of the checkpoint. */
  record Part(String name, long size) {}

  /** Of a node's state as of now. */
  static BackupHead of(
      Identity identity, String version, Instant now, AppliedHead head, List<Part> files) {
    return new BackupHead(
        version,
        identity.cluster(),
        identity.clusterId().orElse("-"),
        identity.node(),
        identity.founders().stream().map(each -> each.id() + " " + each.raftAddress()).toList(),
        Instant.ofEpochSecond(now.getEpochSecond()),
        Place.of(head),
        files);
  }

  String print() {
    StringBuilder text = new StringBuilder(TITLE).append('\n');
    line(text, "version", version);
    line(text, "cluster", cluster);
    line(text, "cluster-id", clusterId);
    line(text, "node", node);
    line(text, "taken", taken);
    line(text, "level", place.level());
    line(text, "index", place.index());
    line(text, "term", place.term());
    line(text, "epoch", place.epoch());
    line(text, "cluster-time", place.clusterMicros());
    line(text, "digest", place.digest());
    members.forEach(each -> line(text, "member", each));
    files.forEach(each -> line(text, "file", each.name() + " " + each.size()));
    return text.append('\n').toString();
  }

  private static void line(StringBuilder text, String name, Object value) {
    text.append(name).append(" = ").append(value).append('\n');
  }

  /** Reads what {@link #print} wrote; nothing if it is anything else. */
  static Optional<BackupHead> parse(String text) {
    Map<String, String> fields = new HashMap<>();
    List<String> members = new ArrayList<>();
    List<Part> files = new ArrayList<>();
    try {
      for (String line : text.strip().lines().skip(1).toList()) {
        String[] parts = line.split(" = ", 2);
        switch (parts[0]) {
          case "member" -> members.add(parts[1]);
          case "file" -> files.add(file(parts[1]));
          default -> fields.put(parts[0], parts[1]);
        }
      }
      // What was not understood is not printed again.
      return Optional.of(build(fields, members, files)).filter(head -> head.print().equals(text));
    } catch (IllegalArgumentException
        | ArrayIndexOutOfBoundsException
        | DateTimeParseException damaged) {
      return Optional.empty();
    }
  }

  private static BackupHead build(
      Map<String, String> fields, List<String> members, List<Part> files) {
    Place place =
        new Place(
            Integer.parseInt(field(fields, "level")),
            Long.parseLong(field(fields, "index")),
            Long.parseLong(field(fields, "term")),
            Long.parseLong(field(fields, "epoch")),
            Long.parseLong(field(fields, "cluster-time")),
            field(fields, "digest"));
    return new BackupHead(
        field(fields, "version"),
        field(fields, "cluster"),
        field(fields, "cluster-id"),
        field(fields, "node"),
        members,
        Instant.parse(field(fields, "taken")),
        place,
        files);
  }

  private static String field(Map<String, String> fields, String name) {
    String value = fields.get(name);
    if (value == null) {
      throw new IllegalArgumentException("no " + name);
    }
    return value;
  }

  private static Part file(String text) {
    String[] words = text.split(" ", -1);
    if (words.length != 2 || !words[0].matches(NAME) || words[0].matches("\\.+")) {
      throw new IllegalArgumentException("not a file: " + text);
    }
    long size = Long.parseLong(words[1]);
    if (size < 0) {
      throw new IllegalArgumentException("not a size: " + text);
    }
    return new Part(words[0], size);
  }
}
