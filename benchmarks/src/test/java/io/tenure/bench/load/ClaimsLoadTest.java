package io.tenure.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.bench.load.tenure.TenureDriver;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ClaimsLoadTest {
  private static final Duration SHORT = Duration.ofMillis(600);

  private FakeClaims first;
  private FakeClaims second;
  private EventLoop loop;

  @BeforeEach
  void start() throws IOException {
    first = new FakeClaims();
    second = new FakeClaims();
    loop = new EventLoop();
  }

  @AfterEach
  void stop() throws IOException {
    loop.close();
    first.close();
    second.close();
  }

  @ParameterizedTest
  @EnumSource(names = {"PAIRS", "RENEWALS", "READS", "HANDOFF"})
  void everyWorkloadSucceedsAndLeavesNothingBehind(LoadKind workload) throws IOException {
    Cell.Measured measured = run(workload, 5, first.address(), second.address());
    assertThat(measured.firstError()).isEmpty();
    assertThat(measured.errors()).isZero();
    assertThat(measured.latencies().getTotalCount()).isPositive();
    assertThat(first.liveClaims() + second.liveClaims()).isZero();
  }

  @Test
  void clientsAreSpreadOverAllNodes() throws IOException {
    run(LoadKind.PAIRS, 4, first.address(), second.address());
    assertThat(first.grants()).isPositive();
    assertThat(second.grants()).isPositive();
  }

  @Test
  void aRefusalIsCountedAndTheClientGoesOn() throws IOException {
    Plan plan = new Plan(LoadKind.PAIRS, 1, Duration.ZERO, SHORT);
    Cell.Measured measured =
        new Cell(loop)
            .run(
                driver(first.address()),
                plan,
                phase -> first.refuse(phase.equals("begin") ? 3 : 0));
    assertThat(measured.errors()).isEqualTo(3);
    assertThat(measured.firstError()).contains("503");
    assertThat(measured.latencies().getTotalCount()).isPositive();
  }

  @Test
  void fillAcquiresExactlyTheNumberAskedForAndKeepsThem() throws IOException {
    Fill fill = new Fill(loop, 500, held -> {});
    fill.run(driver(first.address()), 8);
    assertThat(first.liveClaims()).isEqualTo(500);
  }

  @Test
  void theTrickleTurnsToAnotherNodeWhenItsOwnDies() throws IOException {
    List<Long> ends = new ArrayList<>();
    Trickle trickle =
        new Trickle(
            loop,
            driver(first.address(), second.address()),
            (start, end) -> {
              ends.add(end);
              if (ends.size() == 5) {
                first.close();
              }
            });
    trickle.run(1, () -> ends.size() >= 10, Duration.ofSeconds(20));
    assertThat(ends).hasSizeGreaterThanOrEqualTo(10);
    assertThat(second.grants()).isPositive();
  }

  @Test
  void anAnswerMayComeInPieces() throws IOException, InterruptedException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread node = new Thread(() -> answerByteByByte(server));
      node.start();
      InetSocketAddress address = new InetSocketAddress("127.0.0.1", server.getLocalPort());
      Cell.Measured measured = run(LoadKind.PAIRS, 1, address);
      assertThat(measured.errors()).isZero();
      assertThat(measured.latencies().getTotalCount()).isPositive();
      node.join();
    }
  }

  private static void answerByteByByte(ServerSocket server) {
    try (Socket socket = server.accept()) {
      socket.setTcpNoDelay(true);
      InputStream in = socket.getInputStream();
      byte[] request = new byte[4096];
      for (int read = in.read(request); read > 0; read = in.read(request)) {
        boolean post = request[1] == 'O';
        dribble(
            post
                ? "HTTP/1.1 201 Created\r\nCONTENT-LENGTH: 9\r\nX: y\r\n\r\n{\"id\":42}"
                : "HTTP/1.1 204 No Content\r\n\r\n",
            socket.getOutputStream());
      }
    } catch (IOException e) {
      // The client has gone.
      assertThat(server.isBound()).isTrue();
    }
  }

  private static void dribble(String answer, OutputStream out) throws IOException {
    for (byte b : answer.getBytes(StandardCharsets.ISO_8859_1)) {
      out.write(b);
      out.flush();
    }
  }

  private Cell.Measured run(LoadKind workload, int clients, InetSocketAddress... nodes)
      throws IOException {
    Plan plan = new Plan(workload, clients, Duration.ofMillis(50), SHORT);
    return new Cell(loop).run(driver(nodes), plan, phase -> {});
  }

  private TenureDriver driver(InetSocketAddress... nodes) {
    return TenureDriver.claims(loop, List.of(nodes));
  }
}
