package io.tenure.chaos.history;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A recorded run, in the order in which things happened. */
public final class History {

  private final List<Op> ops;
  private final List<Span> spans;

  private History(List<Op> ops) {
    this.ops = List.copyOf(ops);
    this.spans = join(this.ops);
  }

  public static History of(List<Op> ops) {
    return new History(ops);
  }

  /** Reads JSON lines; a last line that was cut off is passed over. */
  public static History read(Path file) {
    List<Op> ops = new ArrayList<>();
    Map<Long, Op> begun = new HashMap<>();
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      String line = lines.readLine();
      while (line != null) {
        String next = lines.readLine();
        try {
          Op op = OpJson.read(line, begun);
          begun.put(op.id(), op);
          ops.add(op);
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
    return new History(ops);
  }

  public List<Op> ops() {
    return ops;
  }

  /** All operations, by their beginning. */
  public List<Span> spans() {
    return spans;
  }

  private static List<Span> join(List<Op> ops) {
    Map<Long, Op> begun = new LinkedHashMap<>();
    List<Span> spans = new ArrayList<>();
    long last = 0;
    for (Op op : ops) {
      last = Math.max(last, op.nanos());
      if (op.phase() == Phase.INVOKE) {
        begun.put(op.id(), op);
      } else {
        Op invoke = begun.remove(op.id());
        if (invoke == null) {
          throw new IllegalArgumentException("operation " + op.id() + " ends without a beginning");
        }
        spans.add(new Span(invoke, op));
      }
    }
    for (Op op : begun.values()) {
      spans.add(new Span(op, op.ended(Phase.UNKNOWN, last, Map.of())));
    }
    spans.sort(Comparator.comparingLong(Span::begin).thenComparingLong(Span::id));
    return List.copyOf(spans);
  }
}
