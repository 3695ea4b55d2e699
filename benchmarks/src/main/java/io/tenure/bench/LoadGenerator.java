package io.tenure.bench;

import io.tenure.bench.load.Cell;
import io.tenure.bench.load.Driver;
import io.tenure.bench.load.EventLoop;
import io.tenure.bench.load.Fill;
import io.tenure.bench.load.LoadKind;
import io.tenure.bench.load.Plan;
import io.tenure.bench.load.Trickle;
import io.tenure.bench.load.etcd.EtcdDriver;
import io.tenure.bench.load.locket.LocketDriver;
import io.tenure.bench.load.tenure.TenureDriver;
import io.tenure.bench.load.zookeeper.ZooKeeperDriver;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;

/**
 * The process of the load generator: {@code LoadGenerator WIRE HOST:PORT,...}, where the wire is a
 * system's name, or {@code tenure/DIALECT} if the clients are not to speak claims. It reads one
 * command per line, and answers each with {@code result} or {@code failed}; a command without an
 * answer is {@code quit}, as is the end of the input.
 *
 * <ul>
 *   <li>{@code cell WORKLOAD CLIENTS WARM_UP_MILLIS MILLIS CONNECTIONS_PER_NODE}
 *   <li>{@code fill COUNT CLIENTS}
 *   <li>{@code trickle CLIENTS MILLIS}, which ends early at the next line
 * </ul>
 */
public final class LoadGenerator {
  private static final String TENURE = "tenure";
  private static final String LOCKET = TENURE + "/locket";
  private static final String LOCKET_ALONE = LOCKET + "-alone";

  private final String wire;
  private final List<InetSocketAddress> addresses;
  private final BufferedReader commands;
  private final PrintStream answers;
  private final EventLoop loop = new EventLoop();

  private LoadGenerator(String wire, List<InetSocketAddress> addresses) {
    this.wire = wire;
    this.addresses = addresses;
    this.commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    this.answers = new PrintStream(System.out, true, StandardCharsets.UTF_8);
  }

  public static void main(String[] args) throws IOException {
    List<InetSocketAddress> addresses =
        Arrays.stream(args[1].split(",")).map(LoadGenerator::address).toList();
    new LoadGenerator(args[0], addresses).serve();
  }

  /** What Tenure's wire is called when its clients speak that dialect. */
  static String wireOfDialect(String dialect) {
    return dialect.equals(BenchOptions.CLAIMS) ? TENURE : TENURE + "/" + dialect;
  }

  /** Whether clients on that wire connect where gRPC is spoken. */
  static boolean isGrpc(String wire) {
    return wire.equals(LOCKET) || wire.equals(LOCKET_ALONE);
  }

  private static InetSocketAddress address(String text) {
    int colon = text.lastIndexOf(':');
    return new InetSocketAddress(
        text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
  }

  private void serve() throws IOException {
    for (String line = commands.readLine(); line != null; line = commands.readLine()) {
      List<String> words = List.of(line.trim().split(" "));
      if (words.get(0).equals("quit")) {
        return;
      }
      try {
        answers.println("result " + answer(words));
      } catch (IOException | IllegalArgumentException e) {
        answers.println("failed " + e.getMessage());
      }
    }
  }

  private String answer(List<String> words) throws IOException {
    return switch (words.get(0)) {
      case "cell" -> cell(words);
      case "fill" -> fill(words);
      case "trickle" -> trickle(words);
      default -> throw new IllegalArgumentException("unknown command " + words.get(0));
    };
  }

  private String cell(List<String> words) throws IOException {
    Plan plan =
        new Plan(
            LoadKind.of(words.get(1)),
            Integer.parseInt(words.get(2)),
            Duration.ofMillis(Long.parseLong(words.get(3))),
            Duration.ofMillis(Long.parseLong(words.get(4))));
    Driver driver = driver(Integer.parseInt(words.get(5)));
    Cell.Measured measured = new Cell(loop).run(driver, plan, answers::println);
    Histogram times = measured.latencies();
    return String.format(
        "%d %d %d %d %d %d %s",
        times.getTotalCount(),
        measured.nanos(),
        times.getValueAtPercentile(50),
        times.getValueAtPercentile(99),
        times.getMaxValue(),
        measured.errors(),
        measured.firstError());
  }

  private String fill(List<String> words) throws IOException {
    Fill fill =
        new Fill(loop, Long.parseLong(words.get(1)), held -> answers.println("progress " + held));
    return Long.toString(fill.run(driver(0), Integer.parseInt(words.get(2))));
  }

  private String trickle(List<String> words) throws IOException {
    Trickle trickle =
        new Trickle(loop, driver(0), (start, end) -> answers.println("ok " + start + " " + end));
    Duration limit = Duration.ofMillis(Long.parseLong(words.get(2)));
    BooleanSupplier toldToStop = this::lineIsThere;
    trickle.run(Integer.parseInt(words.get(1)), toldToStop, limit);
    if (lineIsThere()) {
      commands.readLine();
    }
    return "over";
  }

  private boolean lineIsThere() {
    try {
      return commands.ready();
    } catch (IOException e) {
      return true;
    }
  }

  private Driver driver(int connectionsPerNode) {
    return switch (wire) {
      case TENURE -> TenureDriver.claims(loop, addresses);
      case TENURE + "/leases" -> TenureDriver.leases(loop, addresses);
      case TENURE + "/locks" -> TenureDriver.locks(loop, addresses);
      case LOCKET -> LocketDriver.shared(loop, addresses);
      case LOCKET_ALONE -> LocketDriver.alone(loop, addresses);
      case "etcd" -> new EtcdDriver(loop, addresses, connectionsPerNode);
      case "zookeeper" -> new ZooKeeperDriver(loop, addresses, connectionsPerNode);
      default -> throw new IllegalArgumentException("unknown wire " + wire);
    };
  }
}
