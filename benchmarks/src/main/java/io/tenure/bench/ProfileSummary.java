package io.tenure.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/** Says where the nodes' CPU time went: samples of a flight recording by thread and by method. */
final class ProfileSummary {
  private static final int ROWS = 15;

  private final Output output;

  ProfileSummary(Output output) {
    this.output = output;
  }

  void print(List<Path> recordings) throws IOException {
    for (Path recording : recordings) {
      if (Files.exists(recording)) {
        print(recording);
      } else {
        output.line("no recording %s", recording);
      }
    }
  }

  private void print(Path recording) throws IOException {
    Samples java = new Samples();
    Samples outside = new Samples();
    try (RecordingFile file = new RecordingFile(recording)) {
      while (file.hasMoreEvents()) {
        RecordedEvent event = file.readEvent();
        switch (event.getEventType().getName()) {
          case "jdk.ExecutionSample" -> java.add(event);
          case "jdk.NativeMethodSample" -> outside.add(event);
          default -> {}
        }
      }
    }
    output.line("");
    output.line("%s", recording);
    java.print("in Java");
    outside.print("in native code, waiting included");
  }

  /** Samples counted by thread and by the method on top. */
  private final class Samples {
    private final Map<String, Integer> threads = new HashMap<>();
    private final Map<String, Integer> methods = new HashMap<>();
    private int count;

    void add(RecordedEvent event) {
      count++;
      threads.merge(thread(event), 1, Integer::sum);
      methods.merge(method(event), 1, Integer::sum);
    }

    void print(String where) {
      output.line("  %d samples %s", count, where);
      rows("thread", threads, count);
      rows("method", methods, count);
    }
  }

  /** The thread's name without its numbers, so that a pool is one row. */
  private static String thread(RecordedEvent event) {
    RecordedThread thread = event.getThread("sampledThread");
    String name = thread == null ? null : thread.getJavaName();
    return name == null ? "?" : name.replaceAll("\\d+", "*");
  }

  private static String method(RecordedEvent event) {
    if (event.getStackTrace() == null || event.getStackTrace().getFrames().isEmpty()) {
      return "?";
    }
    RecordedFrame top = event.getStackTrace().getFrames().get(0);
    RecordedMethod method = top.getMethod();
    return method.getType().getName() + "." + method.getName();
  }

  private void rows(String title, Map<String, Integer> counts, int samples) {
    output.line("  %6s  %s", "%", title);
    counts.entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
        .limit(ROWS)
        .forEach(row -> output.line("  %6.1f  %s", 100.0 * row.getValue() / samples, row.getKey()));
  }
}
