package io.tenure.chaos.cluster;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * How a node is started.
 *
 * @param home the distribution that it is started from; a container has its own
 * @param arguments what comes after {@code tenure}
 * @param environment besides what every process has
 * @param paths directories that the node must see where they are
 * @param log file that its output is added to
 */
record Launch(
    Path home,
    List<String> arguments,
    Map<String, String> environment,
    List<Path> paths,
    Path log) {}
