package io.tenure.jraft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.RealTime;
import io.tenure.link.Link;
import io.tenure.link.TestIdentities;
import io.tenure.node.identity.Founder;
import io.tenure.node.identity.Identity;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Three nodes found a cluster over real connections. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(120)
class FoundingExchangeTest {

  private final List<Founder> members = TestIdentities.members(3);
  private final List<Identity> nodes = TestIdentities.bootstrapped("test", members);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Deque<FoundingExchange> running = new ArrayDeque<>();

  @AfterEach
  void close() {
    running.forEach(FoundingExchange::close);
    threads.shutdownNow();
  }

  private FoundingExchange start(Identity own) throws IOException {
    FoundingExchange exchange =
        new FoundingExchange(
            own, new Link.Options("127.0.0.1", TestIdentities.portOf(own), Optional.empty()));
    running.push(exchange);
    return exchange;
  }

  private void stop(FoundingExchange exchange) {
    running.remove(exchange);
    exchange.close();
  }

  private Future<Identity> await(FoundingExchange exchange) {
    return threads.submit(exchange::await);
  }

  private static Identity founded(Future<Identity> waiting) throws Exception {
    return waiting.get(60, TimeUnit.SECONDS);
  }

  private static Optional<String> nonce(Identity identity) {
    return identity.nonceOf(identity.node());
  }

  private static void untilHeard(FoundingExchange exchange, Identity founder) {
    RealTime.until(
        founder.node() + " to be heard",
        () -> exchange.look().identity().nonceOf(founder.node()).equals(nonce(founder)));
  }

  @Test
  void three_nodes_of_which_one_is_late_come_to_one_id() throws Exception {
    FoundingExchange first = start(nodes.get(0));
    FoundingExchange second = start(nodes.get(1));
    Future<Identity> one = await(first);
    Future<Identity> two = await(second);
    untilHeard(first, nodes.get(1));
    untilHeard(second, nodes.get(0));
    assertThat(one.isDone()).isFalse();
    assertThat(first.look().missing()).extracting(Founder::id).containsExactly("n3");

    Identity late = founded(await(start(nodes.get(2))));
    assertThat(late.isFounded()).isTrue();
    assertThat(founded(one).clusterId()).isEqualTo(late.clusterId());
    assertThat(founded(two).clusterId()).isEqualTo(late.clusterId());
  }

  @Test
  void a_node_that_is_bootstrapped_again_in_the_middle_counts_as_it_is_now() throws Exception {
    FoundingExchange first = start(nodes.get(0));
    FoundingExchange lost = start(nodes.get(2));
    untilHeard(first, nodes.get(2));
    stop(lost);
    RealTime.until("n3 to be gone", () -> first.look().missing().size() == 2);

    Identity again = TestIdentities.bootstrapped("test", members).get(2);
    FoundingExchange third = start(again);
    untilHeard(first, again);
    Future<Identity> two = await(start(nodes.get(1)));

    Identity one = founded(await(first));
    assertThat(one.nonceOf("n3")).isEqualTo(nonce(again)).isNotEqualTo(nonce(nodes.get(2)));
    assertThat(founded(two).clusterId()).isEqualTo(one.clusterId());
    assertThat(founded(await(third)).clusterId()).isEqualTo(one.clusterId());
  }

  @Test
  void a_node_that_was_away_when_the_cluster_began_learns_its_id_from_one_that_knows()
      throws Exception {
    Identity one = TestIdentities.agreed(nodes).get(0);
    start(one);

    assertThat(founded(await(start(nodes.get(2)))).clusterId()).isEqualTo(one.clusterId());
  }

  @Test
  void a_node_whose_directory_is_new_does_not_join_the_cluster_that_began_without_it()
      throws IOException {
    start(TestIdentities.agreed(nodes).get(0));
    FoundingExchange third = start(TestIdentities.bootstrapped("test", members).get(2));

    assertRefused(await(third), "n1 (" + members.get(0).raftAddress() + ") belongs to a cluster");
  }

  @Test
  void nodes_that_find_one_of_another_cluster_refuse_to_start_and_so_does_that_one()
      throws IOException {
    Future<Identity> one = await(start(nodes.get(0)));
    Future<Identity> two = await(start(nodes.get(1)));
    Identity other = TestIdentities.bootstrapped("other", members).get(2);
    Future<Identity> three = await(start(other));

    String address = "n3 (" + members.get(2).raftAddress() + ")";
    assertRefused(one, address + " belongs to cluster other, not to test");
    assertRefused(two, address + " belongs to cluster other, not to test");
    assertRefused(three, "belongs to cluster test, not to other");
  }

  @Test
  void nodes_that_were_bootstrapped_with_other_members_do_not_meet() throws IOException {
    Identity ofTwo =
        Identity.configured("test", members.get(1), members.subList(0, 2)).bootstrapped();
    Future<Identity> one = await(start(nodes.get(0)));
    Future<Identity> two = await(start(ofTwo));

    assertRefused(one, "was bootstrapped with the members");
    assertRefused(two, "was bootstrapped with the members");
  }

  private static void assertRefused(Future<Identity> waiting, String reason) {
    assertThatThrownBy(() -> founded(waiting))
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOf(RefusedToStartException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void an_exchange_that_cannot_listen_says_so() throws IOException {
    start(nodes.get(0));

    assertThatThrownBy(() -> start(nodes.get(0)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot listen on " + nodes.get(0).raftAddress());
  }
}
