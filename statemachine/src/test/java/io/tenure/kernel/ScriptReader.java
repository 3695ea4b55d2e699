package io.tenure.kernel;

import io.tenure.kernel.Command.Acquire;
import io.tenure.kernel.Command.Amend;
import io.tenure.kernel.Command.Configure;
import io.tenure.kernel.Command.RaiseEpoch;
import io.tenure.kernel.Command.RaiseLevel;
import io.tenure.kernel.Command.Release;
import io.tenure.kernel.Command.Renew;
import io.tenure.kernel.Command.Tick;
import io.tenure.kernel.Command.WhenHeld;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads one line of a script: the second, the command, and its words.
 *
 * <pre>
 *   0    acquire RESOURCE HOLDER queue|poll|refuse|renew ttl=SECONDS [data=TEXT] [namespace=NAME]
 *   1.5  amend c1 [ttl=SECONDS] [status=released]
 *   2    renew RESOURCE PROOF [ttl=SECONDS] [data=TEXT]
 *   3    release RESOURCE PROOF [purge=yes]
 *   4    tick
 *   5    configure queue=1 live=2 namespace=3 retention=SECONDS ended=4 memo=SECONDS answers=5
 *          grace=SECONDS
 *   6    epoch
 *   7    level 2
 *
 *   HOLDER   a name, or - for nobody
 *   PROOF    c1, v1, alice, alice@v1
 *   SECONDS  a number, or forever
 * </pre>
 *
 * Every command takes {@code key=NAME} and {@code print=NUMBER}, the request's key and fingerprint.
 */
final class ScriptReader {

  private static final int NAMED_FROM = 2;

  private final List<String> words;
  private final Map<String, String> named = new TreeMap<>();

  private ScriptReader(String line) {
    words = List.of(line.split(" +"));
    for (String word : words.subList(NAMED_FROM, words.size())) {
      int at = word.indexOf('=');
      if (at > 0) {
        named.put(word.substring(0, at), word.substring(at + 1));
      }
    }
  }

  static LogEntry entry(long index, String line) {
    ScriptReader reader = new ScriptReader(line);
    long micros = micros(reader.words.get(0));
    Moment stamp = new Moment(new ClusterTime(micros), 1_700_000_000_000_000L + micros);
    return new LogEntry(index, stamp, List.of(new Request(reader.command(), reader.key())));
  }

  private Command command() {
    return switch (words.get(1)) {
      case "acquire" -> acquire();
      case "amend" -> new Amend(claim(words.get(2)), ttl(), status());
      case "renew" -> new Renew(new ResourceKey(words.get(2)), proof(), ttl(), data());
      case "release" ->
          new Release(new ResourceKey(words.get(2)), proof(), named.containsKey("purge"));
      case "tick" -> new Tick();
      case "configure" -> new Configure(settings());
      case "epoch" -> new RaiseEpoch();
      case "level" -> new RaiseLevel(Integer.parseInt(words.get(2)));
      default -> throw new IllegalArgumentException(String.join(" ", words));
    };
  }

  private Command acquire() {
    String whenHeld = words.get(4).equals("renew") ? "renew_if_own" : words.get(4);
    UserData data = data();
    Ttl ttl = ttl();
    return new Acquire(
        new ResourceKey(words.get(2)),
        words.get(3).equals("-") ? Holder.ANONYMOUS : Holder.named(words.get(3)),
        ttl == null ? new Ttl(0) : ttl,
        WhenHeld.valueOf(whenHeld.toUpperCase(Locale.ROOT)),
        data == null ? UserData.NONE : data,
        named.getOrDefault("namespace", ""));
  }

  private Proof proof() {
    String word = words.get(3);
    int at = word.indexOf('@');
    if (at > 0) {
      Holder holder = Holder.named(word.substring(0, at));
      return new Proof.ByHolderAndVersion(holder, version(word.substring(at + 1)));
    }
    if (word.matches("v\\d+")) {
      return new Proof.ByVersion(version(word));
    }
    return word.matches("c\\d+")
        ? new Proof.ByClaim(claim(word))
        : new Proof.ByHolder(Holder.named(word));
  }

  private @Nullable Ttl ttl() {
    String word = named.get("ttl");
    if (word == null) {
      return null;
    }
    return word.equals("forever") ? Ttl.FOREVER : new Ttl(micros(word));
  }

  private @Nullable ClaimStatus status() {
    String word = named.get("status");
    return word == null ? null : ClaimStatus.valueOf(word.toUpperCase(Locale.ROOT));
  }

  private @Nullable UserData data() {
    String word = named.get("data");
    return word == null ? null : UserData.of(word.getBytes(StandardCharsets.UTF_8));
  }

  private @Nullable RequestKey key() {
    String word = named.get("key");
    return word == null
        ? null
        : new RequestKey(0, word.charAt(0), Long.parseLong(named.getOrDefault("print", "0")));
  }

  private Settings settings() {
    Settings usual = Settings.DEFAULT;
    return new Settings(
        number("queue", usual.queueLimit()),
        number("live", usual.liveLimit()),
        number("namespace", usual.namespaceLimit()),
        named.containsKey("retention") ? micros(named.get("retention")) : usual.retentionMicros(),
        number("ended", usual.retentionLimit()),
        named.containsKey("memo") ? micros(named.get("memo")) : usual.memoMicros(),
        number("answers", usual.memoLimit()),
        named.containsKey("grace") ? micros(named.get("grace")) : usual.promotionGraceMicros());
  }

  private int number(String name, int usual) {
    String word = named.get(name);
    return word == null ? usual : Integer.parseInt(word);
  }

  private static ClaimId claim(String word) {
    return new ClaimId(Long.parseLong(word.substring(1)));
  }

  private static LeaseVersion version(String word) {
    return new LeaseVersion(Long.parseLong(word.substring(1)));
  }

  private static long micros(String seconds) {
    return new BigDecimal(seconds).movePointRight(6).longValueExact();
  }
}
