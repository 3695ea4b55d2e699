package io.tenure.node.logging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

@Isolated("it redirects the log of the whole process")
final class LoggingTest {
  private static final Instant NOON = Instant.parse("2026-11-16T12:00:00.123456Z");

  private final ByteArrayOutputStream written = new ByteArrayOutputStream();

  @BeforeEach
  void capture() {
    Logging.redirect(new PrintStream(written, true, StandardCharsets.UTF_8));
  }

  @AfterEach
  void release() {
    Logging.redirect(System.err);
    Logging.configure(LogFormat.TEXT, Level.INFO);
  }

  private static LogEvent event(String logger, String message, @Nullable Throwable failure) {
    return new LogEvent(NOON, Level.INFO, logger, "main", message, failure);
  }

  private String written() {
    return written.toString(StandardCharsets.UTF_8);
  }

  @Test
  void aLineHasTimeLevelAndMessage() {
    assertThat(LogLine.render(LogFormat.TEXT, event("io.tenure.node.Node", "leader is n1", null)))
        .isEqualTo("2026-11-16T12:00:00.123Z INFO  leader is n1\n");
  }

  @Test
  void aLibrarysLineNamesItsLogger() {
    assertThat(LogLine.render(LogFormat.TEXT, event("org.example.Thing", "hm", null)))
        .isEqualTo("2026-11-16T12:00:00.123Z INFO  hm [org.example.Thing]\n");
  }

  @Test
  void aMessageCannotForgeALine() {
    String message = "a\nb\rc\u0007\"\\\u2028";
    assertThat(LogLine.render(LogFormat.TEXT, event("io.tenure.x", message, null)))
        .isEqualTo("2026-11-16T12:00:00.123Z INFO  a\\nb\\rc\\u0007\"\\\\u2028\n");
    assertThat(LogLine.render(LogFormat.JSON, event("io.tenure.x", message, null)))
        .isEqualTo(
            "{\"time\":\"2026-11-16T12:00:00.123Z\",\"level\":\"INFO\",\"logger\":\"io.tenure.x\","
                + "\"thread\":\"main\",\"message\":\"a\\nb\\rc\\u0007\\\"\\\\\\u2028\"}\n");
  }

  @Test
  void aFailureIsIndentedInTextAndAMemberInJson() {
    Throwable failure = new IllegalStateException("disk \"full\"");
    assertThat(LogLine.render(LogFormat.TEXT, event("io.tenure.x", "stopped", failure)))
        .startsWith(
            "2026-11-16T12:00:00.123Z INFO  stopped: java.lang.IllegalStateException: disk"
                + " \"full\"\n    at io.tenure.node.logging.LoggingTest")
        .endsWith("\n");
    assertThat(LogLine.render(LogFormat.JSON, event("io.tenure.x", "stopped", failure)))
        .contains("\"error\":\"java.lang.IllegalStateException: disk \\\"full\\\"\"")
        .contains("\"stack\":\"java.lang")
        .endsWith("\"}\n")
        .containsOnlyOnce("\n");
  }

  @Test
  void slf4jSpeaksThroughUs() {
    LoggerFactory.getLogger("io.tenure.some").info("{} of {}", 1, 3);
    assertThat(written()).matches("\\S+Z INFO  1 of 3\n");
  }

  @Test
  void librariesAreQuietByDefault() {
    String jraft = "com.alipay.sofa.jraft.core.NodeImpl";
    String pipeline = "io.netty.channel.DefaultChannelPipeline";
    for (String name : List.of("io.netty.x", jraft, pipeline)) {
      Logger library = LoggerFactory.getLogger(name);
      assertThat(library.isInfoEnabled()).isFalse();
      assertThat(library.isErrorEnabled()).isTrue();
    }
    assertThat(LoggerFactory.getLogger("io.netty.x").isWarnEnabled()).isTrue();
    assertThat(LoggerFactory.getLogger(jraft).isWarnEnabled()).isFalse();
    assertThat(LoggerFactory.getLogger(pipeline).isWarnEnabled()).isFalse();
    assertThat(LoggerFactory.getLogger("io.tenure.x").isDebugEnabled()).isFalse();
  }

  @Test
  void theLevelChangesForLoggersThatExist() {
    Logger ours = LoggerFactory.getLogger("io.tenure.y");
    Logger library = LoggerFactory.getLogger("io.netty.y");
    Logging.configure(LogFormat.JSON, Level.DEBUG);
    assertThat(ours.isDebugEnabled()).isTrue();
    assertThat(library.isInfoEnabled()).isTrue();
    Logging.configure(LogFormat.JSON, Level.ERROR);
    assertThat(ours.isWarnEnabled()).isFalse();
    ours.error("oh");
    assertThat(written()).startsWith("{\"time\":").contains("\"message\":\"oh\"");
  }

  @Test
  void ofManyLikeEventsTheFirstIsLoggedAndTheOthersAreCounted() {
    AtomicLong nanos = new AtomicLong(-5);
    Throttled refusals =
        new Throttled(
            LoggerFactory.getLogger("io.tenure.z"), Level.WARN, Duration.ofNanos(60), nanos::get);
    for (int i = 0; i < 10; i++) {
      refusals.log("queue is full");
    }
    nanos.addAndGet(60);
    refusals.log("queue is full");
    refusals.log("queue is full");
    assertThat(written().lines())
        .hasSize(2)
        .satisfiesExactly(
            first -> assertThat(first).endsWith("WARN  queue is full"),
            second -> assertThat(second).endsWith("queue is full (and 9 more like it before)"));
  }

  @Test
  void whatLibrariesTellJavasOwnLoggingIsHeardToo() {
    Logging.configure(LogFormat.TEXT, Level.INFO);
    java.util.logging.Logger grpc = java.util.logging.Logger.getLogger("io.grpc.netty.Something");
    java.util.logging.Logger other = java.util.logging.Logger.getLogger("org.example.Thing");
    grpc.warning("a client sent nonsense");
    other.info("nobody asked");
    grpc.severe("broken");
    other.log(java.util.logging.Level.WARNING, "hm {0}", "oh");
    assertThat(written().lines())
        .satisfiesExactly(
            first -> assertThat(first).endsWith(" ERROR broken [io.grpc.netty.Something]"),
            second -> assertThat(second).endsWith(" WARN  hm oh [org.example.Thing]"));
  }
}
