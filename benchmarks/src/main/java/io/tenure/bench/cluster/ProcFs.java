package io.tenure.bench.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the kernel says of a process. */
public final class ProcFs {
  /** Linux counts CPU time in hundredths of a second for user space, on every architecture. */
  private static final long TICKS_PER_SECOND = 100;

  private static final int USER_TIME = 11;
  private static final int SYSTEM_TIME = 12;

  private ProcFs() {}

  /** CPU time that a process has used, in milliseconds; 0 when it is gone. */
  public static long cpuMillis(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      // The name in parentheses may hold spaces; fields are counted behind it.
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      long ticks = Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[SYSTEM_TIME]);
      return ticks * 1_000 / TICKS_PER_SECOND;
    } catch (IOException e) {
      return 0;
    }
  }

  /** Resident memory of a process in MiB; 0 when it is gone. */
  public static long residentMebibytes(long pid) {
    try {
      return Files.readAllLines(Path.of("/proc", Long.toString(pid), "status")).stream()
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1_024)
          .findFirst()
          .orElse(0);
    } catch (IOException e) {
      return 0;
    }
  }
}
