package io.tenure.chaos.cluster;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Makes certificates as users do, by {@code tenure certs} of the distribution under test. The
 * command counts whole days from now on; for anything else it is lied to about the time, as nodes
 * are.
 */
final class CertificateMaker {

  /** So that a node whose wall clock is wrong by a year, ahead or back, still finds them valid. */
  private static final Duration LONG_AGO = Duration.ofDays(500);

  private static final int LASTING_DAYS = 3_000;
  private static final Duration DAY = Duration.ofDays(1);

  private final Path home;
  private final Path config;
  private final Path directory;
  private final Optional<ClockControl> clock;
  private int count;

  /**
   * Makes nothing yet.
   *
   * @param directory for all files that it makes
   * @param clock what lies to the command; without it certificates are valid from an hour ago on
   */
  CertificateMaker(Path home, Path config, Path directory, Optional<ClockControl> clock) {
    this.home = home;
    this.config = config;
    this.directory = directory;
    this.clock = clock;
  }

  /** A new authority, and certificates of all nodes. */
  IssuedCertificates newAuthority() {
    return run(LONG_AGO.negated(), "--days", Integer.toString(LASTING_DAYS));
  }

  /** New certificates of all nodes, by an authority that was made before. */
  IssuedCertificates signedBy(IssuedCertificates authority) {
    return run(LONG_AGO.negated(), "--days", Integer.toString(LASTING_DAYS), ca(authority));
  }

  /** A certificate for one node that expires so long after it was made. */
  IssuedCertificates expiring(IssuedCertificates authority, String node, Duration lifetime) {
    if (clock.isEmpty()) {
      throw new IllegalStateException("the cluster was started without " + Capability.SHIMS.word());
    }
    return run(lifetime.minus(DAY), "--days", "1", "--node=" + node, ca(authority));
  }

  private static String ca(IssuedCertificates authority) {
    return "--ca=" + authority.directory();
  }

  private synchronized IssuedCertificates run(Duration wall, String... options) {
    Path out = directory.resolve("issued-" + ++count);
    List<String> words = new ArrayList<>(List.of("env"));
    clock.ifPresent(
        lie -> {
          lie.setWall(wall);
          words.add("LD_PRELOAD=" + Shims.CLOCK.file());
          words.add("CLOCKSHIM=" + lie.path());
        });
    words.add(home.resolve("bin/tenure").toString());
    words.addAll(List.of("certs", "--config", config.toString(), "--out", out.toString()));
    ShellCommand.run(words, options);
    return new IssuedCertificates(out);
  }
}
