package io.tenure.node;

import io.tenure.jraft.StoppedMember;
import io.tenure.node.backup.BackupException;
import io.tenure.node.backup.BackupFile;
import io.tenure.node.backup.BackupHead;
import io.tenure.node.backup.BackupWriter;
import io.tenure.node.backup.Download;
import io.tenure.node.backup.Workspace;
import io.tenure.node.identity.Identity;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes a backup of a node that runs, or of the data directory of one that does not. */
@Command(
    name = "backup",
    description =
        "Copies all that the cluster keeps into one file, which is checked when it is"
            + " there. Any node will do, and it goes on serving.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  tenure backup tenure-$(date +%F).backup --url http://10.0.0.1:8081",
      "  tenure backup lost.backup --data /var/lib/tenure",
      "                      of a node that is stopped: with everything that is in its log",
      "",
      "See `tenure inspect` and `tenure restore`."
    })
final class BackupCommand implements Callable<Integer> {

  private static final int PIECE_BYTES = 64 << 10;
  private static final long MEGABYTE = 1 << 20;

  private final Map<String, String> environment;

  @Parameters(paramLabel = "FILE", description = "The backup, which must not be there yet.")
  private @Nullable Path file;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "The node to ask (or TENURE_URL); http://127.0.0.1:8081 by default.")
  private @Nullable String url;

  @Option(
      names = "--token",
      paramLabel = "SECRET",
      description = "What the cluster lets in (better as TENURE_TOKEN: others see options).")
  private @Nullable String token;

  @Option(
      names = "--ca",
      paramLabel = "FILE",
      description = "PEM file of the authorities to trust for https (or TENURE_CA).")
  private @Nullable String ca;

  @Option(
      names = "--local",
      description = "Do without a leader: whatever the node has, which may not be all.")
  private boolean local;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Data directory of a stopped node, to back up in place of one that runs.")
  private @Nullable Path data;

  @Spec private @Nullable CommandSpec spec;

  BackupCommand(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws IOException {
    Path target = target();
    Path part = target.resolveSibling(target.getFileName() + ".part");
    Files.deleteIfExists(part);
    try {
      fetch(part);
      BackupFile made = BackupFile.check(part);
      Files.move(part, target);
      BackupHead.Place place = made.head().place();
      out()
          .printf(
              "%s: %d bytes, state of %s at entry %d of term %d, checked%n",
              target, Files.size(target), made.head().node(), place.index(), place.term());
    } catch (IOException failure) {
      throw new BackupException("no backup: " + failure);
    } finally {
      Files.deleteIfExists(part);
    }
    return ExitCode.OK;
  }

  private Path target() {
    if (file == null) {
      throw new IllegalStateException("used without a command line");
    }
    if (Files.exists(file)) {
      throw new StartupException(ExitCode.USAGE, file + " is there already");
    }
    return file;
  }

  private void fetch(Path part) throws IOException {
    try (FileChannel channel =
            FileChannel.open(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        OutputStream out = Channels.newOutputStream(channel)) {
      if (data != null) {
        copyStopped(data, out);
      } else {
        try (InputStream in = download().open(local)) {
          copy(in, out);
        }
      }
      channel.force(true);
    } catch (FileAlreadyExistsException other) {
      throw new StartupException(ExitCode.USAGE, part + " is being made by another command");
    }
  }

  private Download download() {
    String address = given(url, "TENURE_URL").orElse("http://127.0.0.1:8081").split(",", 2)[0];
    try {
      URI node = URI.create(address.contains("://") ? address : "http://" + address);
      return new Download(node, given(token, "TENURE_TOKEN"), given(ca, "TENURE_CA").map(Path::of));
    } catch (IllegalArgumentException wrong) {
      throw new StartupException(ExitCode.USAGE, "--url: '" + address + "' is not an address");
    }
  }

  private Optional<String> given(@Nullable String option, String variable) {
    String value = option != null ? option : environment.getOrDefault(variable, "");
    return Optional.of(value).filter(text -> !text.isBlank());
  }

  /** Says every second how far it is. */
  private void copy(InputStream in, OutputStream out) throws IOException {
    byte[] buffer = new byte[PIECE_BYTES];
    long bytes = 0;
    long told = System.nanoTime();
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      out.write(buffer, 0, read);
      bytes += read;
      if (System.nanoTime() - told >= TimeUnit.SECONDS.toNanos(1)) {
        told = System.nanoTime();
        spec().commandLine().getErr().println("tenure: " + bytes / MEGABYTE + " MB");
      }
    }
  }

  private static void copyStopped(Path path, OutputStream out) throws IOException {
    try (DataDirectory directory = DataDirectory.openPresent(path);
        Workspace work = Workspace.in(path)) {
      Identity identity = directory.requireIdentity();
      try (StoppedMember member = StoppedMember.open(path, work.path())) {
        new BackupWriter(identity, Version.current(), out::write)
            .write(member.state().saveTo(work.path().resolve("saved")), Instant.now());
      }
    }
  }

  private CommandSpec spec() {
    if (spec == null) {
      throw new IllegalStateException("used without a command line");
    }
    return spec;
  }

  private PrintWriter out() {
    return spec().commandLine().getOut();
  }
}
