package io.tenure.chaos.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Requires(Capability.DISK)
@Timeout(60)
class DataDiskTest {

  /** Has a copy of all mounts, until the one that it is told of was unmounted and mounted again. */
  private static final String CONTAINER =
      "echo; while grep -q $0 /proc/$PPID/mounts; do :; done;"
          + " until grep -q $0 /proc/$PPID/mounts; do :; done";

  @Test
  void power_comes_back_when_no_container_has_a_copy_of_the_mount_any_more(@TempDir Path directory)
      throws IOException {
    Path mountPoint = directory.resolve("mounted");
    DataDisk disk = new DataDisk(directory.resolve("image"), mountPoint);
    disk.create();
    Process container =
        new ProcessBuilder(
                "unshare",
                "--mount",
                "--propagation=private",
                "sh",
                "-c",
                CONTAINER,
                mountPoint.toString())
            .start();
    try {
      assertThat(container.getInputStream().read()).isEqualTo('\n');
      disk.losePower();

      disk.remount();

      assertThat(Files.writeString(mountPoint.resolve("file"), "written")).exists();
    } finally {
      container.destroyForcibly();
      disk.close();
    }
  }
}
