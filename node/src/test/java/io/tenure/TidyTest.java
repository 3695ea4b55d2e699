package io.tenure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
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

  @Test
  void no_test_sleeps_or_is_switched_off() throws IOException {
    List<Path> guilty;
    try (Stream<Path> tests = sources("src/test")) {
      guilty =
          tests
              .filter(test -> !test.endsWith("TidyTest.java"))
              .filter(test -> contains(test, "Thread.sleep(") || contains(test, "@Disabled"))
              .collect(Collectors.toList());
    }
    assertThat(guilty).isEmpty();
  }

  private static boolean contains(Path file, String text) {
    try {
      return Files.readString(file).contains(text);
    } catch (IOException unreadable) {
      throw new AssertionError(unreadable);
    }
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
