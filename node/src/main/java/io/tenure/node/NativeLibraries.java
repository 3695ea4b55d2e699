package io.tenure.node;

import io.tenure.store.NativeLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where native libraries are unpacked: below the data directory, where the next start finds and
 * replaces what a killed process left behind. In the shared temporary directory it would stay, 15
 * MB for each kill.
 */
final class NativeLibraries {
  private static final Logger log = LoggerFactory.getLogger(NativeLibraries.class);
  private static final String CHOSEN_BY_USER = "ROCKSDB_SHAREDLIB_DIR";
  private static final String NETTY_DIRECTORY = "io.netty.native.workdir";

  private NativeLibraries() {}

  static void unpackBelow(Path data, Map<String, String> environment) {
    if (!environment.getOrDefault(CHOSEN_BY_USER, "").isEmpty()) {
      return;
    }
    Path directory = data.toAbsolutePath().resolve("native");
    try {
      Files.createDirectories(directory);
      deleteFilesIn(directory);
      NativeLibrary.loadFrom(directory);
      if (System.getProperty(NETTY_DIRECTORY) == null) {
        System.setProperty(NETTY_DIRECTORY, directory.toString());
      }
    } catch (IOException failure) {
      log.warn(
          "no native library can be loaded from {}, so the temporary directory is used: {}",
          directory,
          failure.getMessage());
    }
  }

  private static void deleteFilesIn(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
  }
}
