package io.tenure.node;

import io.tenure.node.identity.KnownRuns;
import io.tenure.node.identity.Run;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The file {@code runs}: how often a data directory was used, and the last use of each other. */
final class RunFile {

  private static final Logger LOG = LoggerFactory.getLogger(RunFile.class);
  private static final String NAME = "runs";
  private static final String OWN = "-";
  private static final String LINE = "\\S+ [0-9]{1,18} [0-9a-f]{1,16}";

  private final Path file;
  private final Run own;

  private RunFile(Path file, Run own) {
    this.file = file;
    this.own = own;
  }

  /** Counts one more use of a directory; when this returns the count survives a crash. */
  static KnownRuns next(Path directory) {
    Path file = directory.resolve(NAME);
    try {
      Map<String, Run> runs = read(file);
      Run last = runs.getOrDefault(OWN, Run.UNKNOWN);
      runs.remove(OWN);
      Run next = new Run(last.number() + 1, new SecureRandom().nextLong());
      RunFile kept = new RunFile(file, next);
      kept.write(runs);
      try (FileChannel written = FileChannel.open(file, StandardOpenOption.WRITE);
          FileChannel entries = FileChannel.open(directory, StandardOpenOption.READ)) {
        written.force(true);
        entries.force(true);
      }
      return new KnownRuns(next, runs, kept::keep);
    } catch (IOException failure) {
      throw new StartupException(ExitCode.IDENTITY, "cannot use " + file + ": " + failure);
    }
  }

  private static Map<String, Run> read(Path file) throws IOException {
    Map<String, Run> runs = new TreeMap<>();
    try {
      for (String line : Files.readAllLines(file)) {
        if (!line.matches(LINE)) {
          throw new IOException("it is damaged");
        }
        String[] words = line.split(" ", -1);
        runs.put(words[0], new Run(Long.parseLong(words[1]), Long.parseUnsignedLong(words[2], 16)));
      }
    } catch (NoSuchFileException first) {
      return runs;
    }
    return runs;
  }

  private void write(Map<String, Run> others) throws IOException {
    StringBuilder text = new StringBuilder(line(OWN, own));
    others.forEach((node, run) -> text.append(line(node, run)));
    Path fresh = file.resolveSibling(NAME + ".new");
    Files.writeString(fresh, text);
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private static String line(String node, Run run) {
    return node + " " + run.number() + " " + Long.toHexString(run.life()) + "\n";
  }

  /** Does not wait for the disk: what is lost here, others know as well. */
  private void keep(Map<String, Run> others) {
    try {
      write(new TreeMap<>(others));
    } catch (IOException failure) {
      LOG.warn("cannot write {}: {}", file, failure.toString());
    }
  }
}
