package io.tenure.chaos.nemesis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives the same {@link FaultBench} to all test classes of a run, and closes it at the end. */
final class SharedBench implements ParameterResolver {

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == FaultBench.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(Namespace.create(SharedBench.class))
        .getOrComputeIfAbsent("bench", key -> new Kept(), Kept.class)
        .bench;
  }

  private static final class Kept implements AutoCloseable {

    private final Path directory;
    private final FaultBench bench;

    Kept() {
      try {
        directory = Files.createTempDirectory("fault-bench");
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
      bench = new FaultBench(directory);
    }

    @Override
    public void close() throws IOException {
      bench.close();
      try (var files = Files.walk(directory)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }
}
