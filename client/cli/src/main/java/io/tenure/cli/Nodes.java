package io.tenure.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tenure.cli.exit.CommandException;
import io.tenure.cli.exit.ExitCode;
import io.tenure.client.transport.ApiRequest;
import io.tenure.client.transport.ConnectionSettings;
import io.tenure.client.transport.HttpAnswer;
import io.tenure.client.transport.HttpTransport;
import io.tenure.client.transport.NoAnswer;
import io.tenure.client.transport.Retries;
import io.tenure.client.transport.SendResult;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** Asks the nodes of a cluster until one gives a final answer, and waits for it. */
final class Nodes implements AutoCloseable {

  static final ObjectMapper JSON = new ObjectMapper();

  /** Longer than a node looks for a leader, so that it can say why it cannot answer. */
  private static final Duration NODE_PATIENCE = Duration.ofSeconds(7);

  private static final long NOTICE_MILLIS = 1_000;

  private final ConnectionSettings settings;
  private final HttpTransport transport;
  private final Retries retries;
  private final Consumer<String> notices;

  /**
   * Prepares to ask; nothing is connected yet.
   *
   * @param patience how long a question is repeated before it fails as unavailable
   * @param endsWhenRefused whether it fails at once when all refuse the connection
   * @param notices told what takes long
   */
  Nodes(
      ConnectionSettings settings,
      Duration patience,
      boolean endsWhenRefused,
      Consumer<String> notices) {
    this.settings = settings;
    this.transport = HttpTransport.open(settings);
    this.retries = new Retries(transport, patience, endsWhenRefused);
    this.notices = notices;
  }

  List<URI> urls() {
    return settings.nodes();
  }

  /** Asks until there is a final answer, and returns it if it is a success. */
  NodeAnswer ask(ApiRequest question) {
    NodeAnswer answer = askFor(question);
    if (!answer.isSuccess()) {
      throw Refusal.of(answer);
    }
    return answer;
  }

  /** Asks until there is a final answer, be it a refusal. */
  NodeAnswer askFor(ApiRequest question) {
    boolean holds = !question.waiting().isZero();
    SendResult result = await(retries.send(question.withPatience(NODE_PATIENCE)), !holds);
    if (result instanceof HttpAnswer answer) {
      if (HttpTransport.isTransient(answer.status())) {
        throw Refusal.of(NodeAnswer.of(answer));
      }
      return NodeAnswer.of(answer);
    }
    String reason = ((NoAnswer) result).reason();
    throw new CommandException(ExitCode.UNAVAILABLE, Refusal.unavailable(reason));
  }

  /** Asks one node once, by its place among the addresses. */
  SendResult askOne(int node, ApiRequest question) {
    return await(transport.sendTo(node, question.withPatience(NODE_PATIENCE)), true);
  }

  private SendResult await(CompletableFuture<SendResult> reply, boolean impatient) {
    try {
      return reply.get(NOTICE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException slow) {
      if (impatient) {
        notices.accept("no answer yet; still trying, Ctrl-C stops it");
      }
      return reply.join();
    } catch (ExecutionException never) {
      throw new IllegalStateException(never);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new CommandException(ExitCode.UNAVAILABLE, "interrupted while waiting for an answer");
    }
  }

  @Override
  public void close() {
    transport.close();
  }
}
