package io.tenure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Habits of this project that no other tool checks. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class TidyTest {

  private static final Path ROOT = root();
  private static final Set<String> UNWELCOME =
      Set.of("util", "common", "impl", "manager", "helper");

  @Test
  void every_package_says_what_it_is_for() throws IOException {
    Set<Path> packages = new TreeSet<>();
    for (Path source : mainSources()) {
      packages.add(source.getParent());
    }
    assertThat(packages).hasSizeGreaterThan(12);
    assertThat(packages)
        .allSatisfy(each -> assertThat(each.resolve("package-info.java")).isRegularFile());
  }

  @Test
  void no_package_is_named_after_nothing() throws IOException {
    assertThat(mainSources())
        .allSatisfy(
            source -> assertThat(UNWELCOME).doesNotContain(source.getParent().getFileName() + ""));
  }

  /** Node, client, chaos tests and benchmarks are programs of their own. */
  private static final Set<String> OF_EACH_PROGRAM =
      Set.of("Main", "Version", "ExitCode", "package-info");

  /** The client is a library of its own, and calls the same things by the same names. */
  private static final Set<String> ALSO_IN_THE_CLIENT =
      Set.of("Claim", "ClaimFilter", "Holder", "Problem", "UnavailableException");

  @Test
  void a_name_stands_for_one_type() throws IOException {
    Map<String, List<Path>> byName =
        mainSources().stream()
            .collect(Collectors.groupingBy(source -> (source.getFileName() + "").split("\\.")[0]));
    byName.keySet().removeAll(OF_EACH_PROGRAM);
    for (String name : ALSO_IN_THE_CLIENT) {
      byName.computeIfPresent(
          name,
          (same, types) ->
              types.stream().filter(type -> !type.toString().contains("/client/src/")).toList());
    }
    byName.values().removeIf(types -> types.size() == 1);
    assertThat(byName).isEmpty();
  }

  /** What pauses or polls, and what waits for some time and does not look what came of it. */
  private static final Pattern PAUSE =
      Pattern.compile(
          String.join(
              "|",
              "\\bsleep\\(",
              "\\bpark(Nanos|Until)?\\(",
              "\\bLockSupport\\b",
              "\\bonSpinWait\\b",
              "\\bThread\\.yield\\b",
              "\\bdelayedExecutor\\(",
              "\\bnew\\w*Scheduled\\w*\\(",
              "\\bnew (ScheduledThreadPoolExecutor|Timer|HashedWheelTimer)\\(",
              "\\bnew (CountDownLatch|Semaphore|Object)\\(\\d?\\)\\.",
              "(?m)^\\s*[a-z]\\w*(\\.\\w+(\\(\\))?)*\\.(await|poll|tryAcquire|awaitTermination|waitFor)"
                  + "\\([^;]*TimeUnit\\.\\w+\\);"));

  @Test
  void no_test_pauses_or_polls_by_itself() throws IOException {
    assertThat(
            finds(
                "src/test",
                PAUSE,
                source -> !source.matches(".*/io/tenure/(TidyTest|RealTime).java")))
        .isEmpty();
  }

  /** But for KeychainProcessTest: whether Python and Perl are there is the machine's choice. */
  @Test
  void no_test_is_switched_off() throws IOException {
    Pattern switches = Pattern.compile("@(Disabled|Enabled)\\w*|\\bassume\\w+\\(|Assumptions");
    assertThat(
            finds(
                "src/test",
                switches,
                source -> !source.matches(".*/(TidyTest|KeychainProcessTest).java")))
        .isEmpty();
  }

  /** A constant's place among the others may change; its number on disk must not. */
  @Test
  void nothing_that_is_stored_or_sent_is_made_of_places_in_an_enum() throws IOException {
    Pattern places = Pattern.compile("(?<!place|place\\(\\))\\.ordinal\\(\\)|\\.values\\(\\)\\[");
    assertThat(finds("src/main", places, source -> !source.contains("/chaos-tests/"))).isEmpty();
  }

  /** Where a pattern is found in the sources, as file and text. */
  private static List<String> finds(String part, Pattern pattern, Predicate<String> counts)
      throws IOException {
    List<String> found = new ArrayList<>();
    try (Stream<Path> sources = sources(part)) {
      for (Path source : sources.filter(each -> counts.test(each.toString())).toList()) {
        Matcher matcher = pattern.matcher(Files.readString(source));
        while (matcher.find()) {
          found.add(source.getFileName() + ": " + matcher.group().strip());
        }
      }
    }
    return found;
  }

  /** The directories of all modules. */
  static Stream<Path> modules() {
    try {
      return Pattern.compile("'([\\w:-]+)'")
          .matcher(
              Files.readString(ROOT.resolve("settings.gradle"))
                  .lines()
                  .skip(1)
                  .collect(Collectors.joining()))
          .results()
          .map(name -> ROOT.resolve(name.group(1).replace(':', '/')));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** The sources of some parts of all modules. */
  static List<String> texts(String... parts) throws IOException {
    List<String> texts = new ArrayList<>();
    for (String part : parts) {
      try (Stream<Path> sources = sources(part)) {
        for (Path source : sources.toList()) {
          texts.add(Files.readString(source));
        }
      }
    }
    return texts;
  }

  private static List<Path> mainSources() throws IOException {
    try (Stream<Path> sources = sources("src/main")) {
      return sources.toList();
    }
  }

  private static Stream<Path> sources(String part) throws IOException {
    return Files.walk(ROOT)
        .filter(path -> path.toString().endsWith(".java"))
        .filter(path -> path.toString().contains("/" + part + "/"))
        .filter(path -> !path.toString().contains("/build/"));
  }

  private static Path root() {
    Path directory = Path.of("").toAbsolutePath();
    while (!Files.exists(directory.resolve("settings.gradle"))) {
      directory = directory.getParent();
    }
    return directory;
  }
}
