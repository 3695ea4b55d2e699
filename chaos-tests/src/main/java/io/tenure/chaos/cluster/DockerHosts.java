package io.tenure.chaos.cluster;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.command.InspectContainerResponse.ContainerState;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.Network.Ipam;
import com.github.dockerjava.api.model.Volume;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.startupcheck.IsRunningStartupCheckStrategy;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;
import org.testcontainers.utility.DockerImageName;

/**
 * Containers in a network of their own. Every start of a node is a new container with the same
 * address; its data lies in a directory of this machine. Containers and network carry a {@link
 * Mark} as label.
 */
final class DockerHosts implements Hosts {

  static final String LABEL = "io.tenure.chaos";
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int TRIES = 50;
  private static final int SUBNETS = 256;
  private static final int TERMINATE_SECONDS = 30;

  private final String mark = Mark.next();
  private final Map<String, GenericContainer<?>> containers = new ConcurrentHashMap<>();
  private final Set<String> paused = ConcurrentHashMap.newKeySet();
  private @Nullable Network network;
  private int subnet;

  @Override
  public Kind kind() {
    return Kind.DOCKER;
  }

  @Override
  public void up(int size) {
    SplittableRandom random = new SplittableRandom();
    DockerException last = new DockerException("no subnet is free", 0);
    for (int i = 0; i < TRIES && network == null; i++) {
      subnet = random.nextInt(SUBNETS);
      Network wanted =
          Network.builder()
              .createNetworkCmdModifier(
                  command ->
                      command
                          .withLabels(Map.of(LABEL, mark))
                          .withIpam(
                              new Ipam().withConfig(new Ipam.Config().withSubnet(host(0) + "/24"))))
              .build();
      try {
        wanted.getId();
        network = wanted;
      } catch (DockerException overlaps) {
        last = overlaps;
      }
    }
    if (network == null) {
      throw new IllegalStateException("no network for containers", last);
    }
  }

  private String host(int number) {
    return "10.84." + subnet + "." + number;
  }

  @Override
  public String address(String id) {
    return host(10 + Integer.parseInt(id.substring(1)));
  }

  @Override
  public void start(String id, Launch launch) {
    GenericContainer<?> before = containers.get(id);
    if (before != null) {
      before.stop();
    }
    GenericContainer<?> container =
        new GenericContainer<>(DockerImageName.parse(DockerCheck.image()));
    container
        .withImagePullPolicy(name -> false)
        .withNetwork(network)
        .withLabel(LABEL, mark)
        .withEnv(environment(id, launch))
        .withCommand(launch.arguments().toArray(String[]::new))
        .withCreateContainerCmdModifier(command -> place(command, id, launch))
        .withLogConsumer(new NodeLog(launch.log()))
        .withStartupCheckStrategy(new IsRunningStartupCheckStrategy())
        .waitingFor(new NoWait());
    containers.put(id, container);
    container.start();
  }

  /** The small image has no start script; there Java itself reads its options. */
  private static Map<String, String> environment(String id, Launch launch) {
    Map<String, String> all = new HashMap<>(launch.environment());
    all.put(
        "JDK_JAVA_OPTIONS",
        all.getOrDefault("TENURE_HEAP", "") + " " + all.getOrDefault("TENURE_OPTS", ""));
    all.put("TENURE_NODE", id);
    all.put("TENURE_CONFIG", launch.arguments().get(launch.arguments().indexOf("--config") + 1));
    return all;
  }

  /** The user is that of the harness, since only the owner of a private key may read it. */
  private void place(CreateContainerCmd command, String id, Launch launch) {
    command
        .withIpv4Address(address(id))
        .withName(mark + "-" + id)
        .withUser(Integer.toString(MachineCheck.user()));
    List<Bind> binds =
        launch.paths().stream()
            .map(path -> new Bind(path.toString(), new Volume(path.toString())))
            .toList();
    Optional.ofNullable(command.getHostConfig()).orElseThrow().withBinds(binds);
  }

  @Override
  public boolean isRunning(String id) {
    return state(id).map(state -> Boolean.TRUE.equals(state.getRunning())).orElse(false);
  }

  @Override
  public Optional<Integer> exitCode(String id) {
    return state(id)
        .filter(state -> !Boolean.TRUE.equals(state.getRunning()))
        .map(state -> Optional.ofNullable(state.getExitCodeLong()).orElse(0L).intValue());
  }

  @Override
  public void kill(String id) {
    resume(id); // a paused container cannot be killed
    if (isRunning(id)) {
      docker().killContainerCmd(containerId(id)).exec();
    }
    Waiting.until("the end of " + id, PATIENCE, () -> !isRunning(id));
  }

  @Override
  public void terminate(String id) {
    docker().stopContainerCmd(containerId(id)).withTimeout(TERMINATE_SECONDS).exec();
    Waiting.until("the end of " + id, PATIENCE, () -> !isRunning(id));
  }

  @Override
  public void pause(String id) {
    if (paused.add(id)) {
      docker().pauseContainerCmd(containerId(id)).exec();
    }
  }

  @Override
  public void resume(String id) {
    if (paused.remove(id)) {
      docker().unpauseContainerCmd(containerId(id)).exec();
    }
  }

  @Override
  public Optional<Long> pid(String id) {
    return state(id)
        .flatMap(state -> Optional.ofNullable(state.getPidLong()))
        .filter(pid -> pid > 0);
  }

  @Override
  public List<String> inSwitch() {
    return List.of();
  }

  @Override
  public List<String> inNode(String id) {
    return List.of("nsenter", "-t", pid(id).orElseThrow().toString(), "-n");
  }

  @Override
  public void close() {
    List.copyOf(paused).forEach(this::resume);
    containers.values().parallelStream().forEach(GenericContainer::stop);
    containers.clear();
    if (network != null) {
      network.close();
      network = null;
    }
  }

  private Optional<ContainerState> state(String id) {
    GenericContainer<?> container = containers.get(id);
    return container == null || container.getContainerId() == null
        ? Optional.empty()
        : Optional.of(docker().inspectContainerCmd(container.getContainerId()).exec().getState());
  }

  private String containerId(String id) {
    return Optional.ofNullable(containers.get(id))
        .map(GenericContainer::getContainerId)
        .orElseThrow(() -> new IllegalStateException(id + " was never started"));
  }

  private static DockerClient docker() {
    return DockerClientFactory.instance().client();
  }

  @Override
  public void removeLeftovers() {
    docker().listContainersCmd().withShowAll(true).withLabelFilter(List.of(LABEL)).exec().stream()
        .filter(container -> Mark.isLeftover(container.getLabels().getOrDefault(LABEL, "")))
        .forEach(found -> docker().removeContainerCmd(found.getId()).withForce(true).exec());
    docker().listNetworksCmd().withFilter("label", List.of(LABEL)).exec().stream()
        .filter(found -> Mark.isLeftover(found.getLabels().getOrDefault(LABEL, "")))
        .forEach(found -> docker().removeNetworkCmd(found.getId()).exec());
  }

  /** Whether a node is ready is seen by asking it. */
  private static final class NoWait extends AbstractWaitStrategy {

    @Override
    protected void waitUntilReady() {}
  }
}
