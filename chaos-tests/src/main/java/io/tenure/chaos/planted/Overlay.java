package io.tenure.chaos.planted;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** The classes of the changed sources, for a node to load before those of its distribution. */
public final class Overlay {

  private static final String ROOT = "src/main/java/";

  private Overlay() {}

  /**
   * Compiles the sources that a bug changes.
   *
   * @param home the distribution, which stays as it is
   * @param target where the classes go; what is there is removed
   */
  public static Path compile(SourceTree tree, PlantedBug bug, Path home, Path target) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new PlantException("planting a bug needs a JDK, and this Java has no compiler");
    }
    try {
      empty(target);
      List<String> options = List.of("-proc:none", "-nowarn", "--release", "17");
      List<String> all = new ArrayList<>(options);
      all.addAll(List.of("-d", target.toString(), "-cp", jars(home)));
      List<JavaFileObject> units = new ArrayList<>();
      changed(tree, bug).forEach((file, text) -> units.add(new Source(file, text)));
      StringWriter complaints = new StringWriter();
      if (!compiler.getTask(complaints, null, null, all, null, units).call()) {
        throw new PlantException("the changed source cannot be compiled:\n" + complaints);
      }
      return target;
    } catch (IOException e) {
      throw new PlantException("cannot plant " + bug.name(), e);
    }
  }

  /** What is left of another bug must not be loaded with this one. */
  private static void empty(Path target) throws IOException {
    if (Files.exists(target)) {
      try (Stream<Path> files = Files.walk(target)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
    Files.createDirectories(target);
  }

  /** The sources that the bug changes, after its changes. */
  static Map<String, String> changed(SourceTree tree, PlantedBug bug) {
    Map<String, String> sources = new LinkedHashMap<>();
    for (Patch patch : bug.patches()) {
      sources.computeIfAbsent(patch.file(), tree::source);
      sources.computeIfPresent(patch.file(), (file, source) -> patch.applyTo(source));
    }
    return sources;
  }

  private static String jars(Path home) throws IOException {
    try (Stream<Path> files = Files.list(home.resolve("lib"))) {
      return files
          .filter(file -> file.toString().endsWith(".jar"))
          .map(Path::toString)
          .sorted()
          .collect(Collectors.joining(File.pathSeparator));
    }
  }

  private static final class Source extends SimpleJavaFileObject {

    private final String text;

    Source(String file, String text) {
      super(URI.create("memory:///" + file.substring(start(file))), Kind.SOURCE);
      this.text = text;
    }

    private static int start(String file) {
      int at = file.indexOf(ROOT);
      if (at < 0) {
        throw new PlantException(file + " is not a source of the product");
      }
      return at + ROOT.length();
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
