package io.tenure.chaos.history;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A recorded run, in the order in which things happened. */
public final class History {

  private final List<Span> spans;

  private History(List<Span> spans) {
    this.spans = spans;
  }

  public static History of(List<Op> ops) {
    Joined joined = new Joined();
    ops.forEach(joined::add);
    return joined.history();
  }

  /** Reads JSON lines; a last line that was cut off is passed over. */
  public static History read(Path file) {
    Joined joined = new Joined();
    OpJson json = new OpJson();
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      String line = lines.readLine();
      while (line != null) {
        String next = lines.readLine();
        try {
          joined.add(json.read(line, joined.begun));
        } catch (JsonProcessingException cutOff) {
          if (next != null) {
            throw new IllegalArgumentException("not a line of a history: " + line, cutOff);
          }
        }
        line = next;
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    return joined.history();
  }

  /** All operations, by their beginning. */
  public List<Span> spans() {
    return spans;
  }

  /** Beginnings and ends, as they are put together. */
  private static final class Joined {

    private final Map<Long, Op> begun = new LinkedHashMap<>();
    private final List<Span> spans = new ArrayList<>();
    private long last;

    void add(Op op) {
      last = Math.max(last, op.nanos());
      if (op.phase() == Phase.INVOKE) {
        begun.put(op.id(), op);
        return;
      }
      Op invoke = begun.remove(op.id());
      if (invoke == null) {
        throw new IllegalArgumentException("operation " + op.id() + " ends without a beginning");
      }
      spans.add(new Span(invoke, op));
    }

    History history() {
      for (Op op : begun.values()) {
        spans.add(new Span(op, op.ended(Phase.UNKNOWN, last, Map.of())));
      }
      spans.sort(Comparator.comparingLong(Span::begin).thenComparingLong(Span::id));
      return new History(List.copyOf(spans));
    }
  }
}
