package io.tenure.chaos.cluster;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where a node lives: what stays the same from one of its processes to the next.
 *
 * @param visiblePaths directories that it must see where they are
 * @param memoryGroup the control group that its process is put into, if any
 */
record NodePlace(
    Hosts hosts,
    String address,
    Ports ports,
    Path home,
    Path config,
    Path data,
    Path log,
    Map<String, String> environment,
    List<Path> visiblePaths,
    Optional<ClockControl> clock,
    Optional<DiskControl> writes,
    Optional<DataDisk> disk,
    Optional<String> memoryGroup) {

  record Ports(int http, int raft, int grpc) {}
}
