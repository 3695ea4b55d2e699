package io.tenure.chaos.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** A distribution whose nodes load some classes from elsewhere first. It shares all other files. */
final class PatchedHome {

  private static final String CLASS_PATH = "-cp \"";

  private PatchedHome() {}

  static Path make(Path home, List<Path> first, Path directory) throws IOException {
    Path patched = Files.createDirectories(directory.resolve("patched-home"));
    try (var entries = Files.newDirectoryStream(home.toAbsolutePath())) {
      for (Path entry : entries) {
        if (!entry.endsWith("bin")) {
          Files.createSymbolicLink(patched.resolve(entry.getFileName()), entry);
        }
      }
    }
    String script = Files.readString(home.resolve("bin/tenure"));
    if (!script.contains(CLASS_PATH)) {
      throw new IllegalStateException("bin/tenure does not say " + CLASS_PATH);
    }
    String more = first.stream().map(Path::toString).collect(Collectors.joining(":"));
    Path bin = Files.createDirectories(patched.resolve("bin")).resolve("tenure");
    Files.writeString(bin, script.replace(CLASS_PATH, CLASS_PATH + more + ":"));
    bin.toFile().setExecutable(true);
    return patched;
  }
}
