package io.tenure.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.kernel.Claim;
import io.tenure.kernel.Command;
import io.tenure.kernel.LogEntry;
import io.tenure.kernel.Proof;
import io.tenure.kernel.Request;
import io.tenure.kernel.Result;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What was once written is read for ever, and equal values never get other bytes. */
class GoldenTest {

  /** So many of the requests come first that could be written on the first level. */
  private static final int FIRST_LEVEL = 15;

  @Test
  void requests_keep_their_bytes() {
    check("requests", Samples.requests(), RequestCodec::encode, RequestCodec::decode);
  }

  @Test
  void claims_keep_their_bytes() {
    check("claims", Samples.claims(), GoldenTest::encode, ClaimCodec::decode);
  }

  @Test
  void results_keep_their_bytes() {
    check("results", Samples.results(), ResultCodec::encode, ResultCodec::decode);
  }

  @Test
  void heads_keep_their_bytes() {
    check("heads", Samples.heads(), GoldenTest::encode, HeadCodec::decode);
  }

  @Test
  void log_entries_keep_their_bytes() {
    List<Request> requests = List.copyOf(Samples.requests().values());
    Map<String, LogEntry> entries = new LinkedHashMap<>();
    entries.put("empty", new LogEntry(5, Samples.moment(1), List.of()));
    entries.put("one", new LogEntry(5, Samples.moment(2), requests.subList(0, 1)));
    entries.put("all", new LogEntry(5, Samples.moment(1L << 50), requests.subList(0, FIRST_LEVEL)));
    entries.put("all-second-level", new LogEntry(5, Samples.moment(1L << 50), requests));
    check(
        "entries",
        entries,
        GoldenTest::encode,
        bytes -> EntryCodec.decode(5, ByteBuffer.wrap(bytes)));
  }

  @Test
  void every_command_and_every_result_has_a_golden_sample() {
    List<Command> commands = Samples.requests().values().stream().map(Request::command).toList();
    assertThat(typesOf(commands)).isEqualTo(subtypesOf(Command.class));
    assertThat(typesOf(Samples.results().values())).isEqualTo(subtypesOf(Result.class));
    List<Proof> proofs = new ArrayList<>();
    for (Command command : commands) {
      if (command instanceof Command.Renew renew) {
        proofs.add(renew.proof());
      } else if (command instanceof Command.Release release) {
        proofs.add(release.proof());
      }
    }
    assertThat(typesOf(proofs)).isEqualTo(subtypesOf(Proof.class));
  }

  private static Set<Class<?>> typesOf(Iterable<?> values) {
    List<Object> all = new ArrayList<>();
    values.forEach(all::add);
    return all.stream().map(Object::getClass).collect(Collectors.toSet());
  }

  private static Set<Class<?>> subtypesOf(Class<?> type) {
    return Arrays.stream(type.getPermittedSubclasses()).collect(Collectors.toSet());
  }

  private static byte[] encode(Claim claim) {
    ByteWriter to = new ByteWriter(0);
    ClaimCodec.encode(claim, to);
    return to.toByteArray();
  }

  private static byte[] encode(AppliedHead head) {
    ByteWriter to = new ByteWriter(0);
    HeadCodec.encode(head, to);
    return to.toByteArray();
  }

  private static byte[] encode(LogEntry entry) {
    return EntryCodec.encode(
        entry.stamp(), entry.requests().stream().map(RequestCodec::encode).toList());
  }

  private static <T> void check(
      String file, Map<String, T> samples, Function<T, byte[]> encode, Function<byte[], T> decode) {
    Map<String, String> encoded = new LinkedHashMap<>();
    samples.forEach(
        (name, sample) -> encoded.put(name, HexFormat.of().formatHex(encode.apply(sample))));
    Map<String, String> golden = read(file);
    assertThat(lines(encoded)).as("golden/%s.txt", file).isEqualTo(lines(golden));
    golden.forEach(
        (name, hex) ->
            assertThat(decode.apply(HexFormat.of().parseHex(hex)))
                .as(name)
                .isEqualTo(samples.get(name)));
  }

  private static String lines(Map<String, String> hexByName) {
    return hexByName.entrySet().stream()
        .map(each -> each.getKey() + " " + each.getValue())
        .collect(Collectors.joining("\n"));
  }

  private static Map<String, String> read(String file) {
    Map<String, String> hexByName = new LinkedHashMap<>();
    String path = "/golden/" + file + ".txt";
    try (InputStream in =
        Objects.requireNonNull(GoldenTest.class.getResourceAsStream(path), path)) {
      for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
        String[] parts = line.split(" ");
        hexByName.put(parts[0], parts[1]);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return hexByName;
  }
}
