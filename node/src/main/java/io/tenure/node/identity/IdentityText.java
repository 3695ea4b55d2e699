package io.tenure.node.identity;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An identity as text: on disk, and as nodes tell it to each other. */
public final class IdentityText {

  /** More than any cluster needs; what is longer is not read. */
  public static final int MAX_LENGTH = 16_384;

  private static final String FIRST_FORMAT = "1";
  private static final String FORMAT = "2";

  /** With an origin. */
  private static final String RESTORED_FORMAT = "3";

  private static final String ORIGIN = "[0-9a-f]{32}-[0-9]{1,3}";
  private static final String ABSENT = "-";

  private IdentityText() {}

  public static String print(Identity identity) {
    if (identity.isOfFirstFormat()) {
      return printFirst(identity);
    }
    StringBuilder text = new StringBuilder();
    text.append("# To whom this directory belongs. Never edit it, nor copy it to another node.\n");
    boolean restored = identity.origin().isPresent();
    text.append("format = ").append(restored ? RESTORED_FORMAT : FORMAT).append('\n');
    text.append("cluster = ").append(identity.cluster()).append('\n');
    text.append("cluster-id = ").append(identity.clusterId().orElse(ABSENT)).append('\n');
    text.append("node = ").append(identity.node()).append('\n');
    text.append("raft-address = ").append(identity.raftAddress()).append('\n');
    text.append("incarnation = ").append(identity.incarnation()).append('\n');
    identity.origin().ifPresent(from -> text.append("origin = ").append(from).append('\n'));
    for (Founder founder : identity.founders()) {
      text.append("founder = ").append(founder.id()).append(' ').append(founder.raftAddress());
      text.append(' ').append(founder.nonce().orElse(ABSENT)).append('\n');
    }
    return text.toString();
  }

  private static String printFirst(Identity identity) {
    return """
    # To whom this directory belongs. Written once; never edit it, nor copy it to another node.
    format = %s
    cluster = %s
    node = %s
    raft-address = %s
    incarnation = %d
    """
        .formatted(
            FIRST_FORMAT,
            identity.cluster(),
            identity.node(),
            identity.raftAddress(),
            identity.incarnation());
  }

  /** Reads what {@link #print} wrote; nothing if it is anything else. */
  public static Optional<Identity> parse(String text) {
    if (text.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    Map<String, String> fields = new LinkedHashMap<>();
    List<Founder> founders = new ArrayList<>();
    for (String line : text.split("\n", -1)) {
      int equals = line.indexOf(" = ");
      if (line.startsWith("founder = ")) {
        parseFounder(line.substring(equals + 3)).ifPresent(founders::add);
      } else if (!line.startsWith("#") && equals > 0) {
        fields.put(line.substring(0, equals), line.substring(equals + 3));
      }
    }
    // What was not understood is not printed again.
    return build(fields, founders).filter(read -> print(read).equals(text));
  }

  private static Optional<Identity> build(Map<String, String> fields, List<Founder> founders) {
    String incarnation = fields.getOrDefault("incarnation", "");
    String clusterId = fields.getOrDefault("cluster-id", ABSENT);
    Optional<String> origin = Optional.ofNullable(fields.get("origin"));
    boolean understood =
        incarnation.matches("[0-9]{1,9}")
            && (clusterId.equals(ABSENT) || ClusterId.isWellFormed(clusterId))
            && origin.map(from -> from.matches(ORIGIN)).orElse(true);
    if (!understood) {
      return Optional.empty();
    }
    return Optional.of(
        new Identity(
            fields.getOrDefault("cluster", ""),
            Optional.of(clusterId).filter(id -> !id.equals(ABSENT)),
            fields.getOrDefault("node", ""),
            fields.getOrDefault("raft-address", ""),
            Integer.parseInt(incarnation),
            founders,
            origin));
  }

  private static Optional<Founder> parseFounder(String text) {
    String[] words = text.split(" ", -1);
    if (words.length != 3) {
      return Optional.empty();
    }
    Founder founder = Founder.of(words[0], words[1]);
    if (words[2].equals(ABSENT)) {
      return Optional.of(founder);
    }
    return ClusterId.isWellFormed(words[2])
        ? Optional.of(founder.withNonce(words[2]))
        : Optional.empty();
  }
}
