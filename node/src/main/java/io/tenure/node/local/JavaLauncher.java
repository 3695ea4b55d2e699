package io.tenure.node.local;

import io.tenure.config.NodeConfig;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Starts nodes with the Java and the class path that this process has itself. */
public final class JavaLauncher implements NodeLauncher {
  /** Several nodes share the machine, so each is content with less than one that has its own. */
  private static final String DEFAULT_HEAP = "-Xms128m -Xmx1g";

  /** The terminal sends Ctrl-C to all; the nodes leave it to their parent to stop them in order. */
  private static final String IGNORING_THE_TERMINAL = "trap '' INT HUP; exec \"$@\"";

  private static final int JAVA_WITH_NATIVE_WARNINGS = 24;

  private final LocalDirectory directory;
  private final String mainClass;
  private final Map<String, String> environment;

  /**
   * Makes a launcher.
   *
   * @param mainClass has a command {@code node}
   * @param environment may have TENURE_HEAP and TENURE_OPTS
   */
  public JavaLauncher(LocalDirectory directory, String mainClass, Map<String, String> environment) {
    this.directory = directory;
    this.mainClass = mainClass;
    this.environment = environment;
  }

  @Override
  public List<String> command(NodeConfig node, boolean bootstrap) {
    List<String> command = new ArrayList<>();
    if (File.separatorChar == '/') {
      command.addAll(List.of("/bin/sh", "-c", IGNORING_THE_TERMINAL, "tenure"));
    }
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(virtualMachineOptions());
    command.addAll(List.of("-cp", absolute(System.getProperty("java.class.path"))));
    command.add(mainClass);
    command.addAll(List.of("node", "--config", directory.config().toString()));
    command.addAll(List.of("--node", node.id(), "--data", directory.data(node).toString()));
    command.addAll(List.of("--parent-pid", Long.toString(ProcessHandle.current().pid())));
    if (bootstrap) {
      command.add("--bootstrap");
    }
    return command;
  }

  private List<String> virtualMachineOptions() {
    List<String> options = new ArrayList<>(words(environment.get("TENURE_HEAP"), DEFAULT_HEAP));
    options.addAll(List.of("-XX:+UseG1GC", "-XX:+ExitOnOutOfMemoryError"));
    options.addAll(
        List.of("-XX:MaxInlineLevel=9", "-XX:InlineSmallCode=1200", "-XX:FreqInlineSize=150"));
    options.add("-Dcom.google.protobuf.use_unsafe_pre22_gencode=true");
    if (Runtime.version().feature() >= JAVA_WITH_NATIVE_WARNINGS) {
      options.add("--enable-native-access=ALL-UNNAMED");
      options.add("--sun-misc-unsafe-memory-access=allow");
    }
    options.addAll(words(environment.get("TENURE_OPTS"), ""));
    return options;
  }

  private static List<String> words(@Nullable String given, String other) {
    String text = given == null || given.isBlank() ? other : given;
    return text.isBlank() ? List.of() : Arrays.asList(text.strip().split("\\s+"));
  }

  private static String absolute(String classPath) {
    return Stream.of(classPath.split(File.pathSeparator))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }
}
