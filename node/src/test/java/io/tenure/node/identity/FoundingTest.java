package io.tenure.node.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** How a new cluster comes to its id, and who is taken for a member of it. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class FoundingTest {

  private static final Founder F1 = Founder.of("n1", "10.0.0.1:7081");
  private static final Founder F2 = Founder.of("n2", "10.0.0.2:7081");
  private static final Founder F3 = Founder.of("n3", "10.0.0.3:7081");
  private static final List<Founder> ALL = List.of(F1, F2, F3);

  private final Identity n1 = bootstrapped(F1, ALL);
  private final Identity n2 = bootstrapped(F2, ALL);
  private final Identity n3 = bootstrapped(F3, ALL);

  private static Identity bootstrapped(Founder self, List<Founder> members) {
    return Identity.configured("tenure", self, members).bootstrapped();
  }

  private static Identity founded(Identity own, Identity... others) {
    Founding founding = new Founding(own);
    for (Identity other : others) {
      assertThat(PeerCheck.objection(own, founder(other), other)).isEmpty();
      founding.heard(other);
    }
    return founding.identity();
  }

  private static Founder founder(Identity identity) {
    return Founder.of(identity.node(), identity.raftAddress());
  }

  private static Optional<String> objection(Identity own, Identity said) {
    return PeerCheck.objection(own, founder(said), said);
  }

  @Test
  void founders_come_to_one_id_in_whatever_order_they_meet() {
    Identity one = founded(n1, n2, n3);
    Identity two = founded(n2, n3, n1);
    Identity three = founded(n3, two); // the others are known to the one who knows all

    assertThat(one.clusterId()).isPresent().isEqualTo(two.clusterId());
    assertThat(three.clusterId()).isEqualTo(one.clusterId());
    assertThat(three.founders()).isEqualTo(one.founders());
    assertThat(objection(one, two)).isEmpty();
  }

  @Test
  void founders_begin_with_the_same_backup_or_all_without_one() {
    String backup = "0123456789abcdef0123456789abcdef";
    Identity one = Identity.configured("tenure", F1, ALL).restoredFrom(backup, 1);
    Identity two = Identity.configured("tenure", F2, ALL).restoredFrom(backup, 1);
    Identity later = Identity.configured("tenure", F2, ALL).restoredFrom(backup, 2);

    assertThat(objection(one, two)).isEmpty();
    assertThat(objection(one, later))
        .hasValueSatisfying(why -> assertThat(why).contains("one backup, with one epoch"));
    assertThat(objection(one, n2))
        .hasValueSatisfying(why -> assertThat(why).contains("began without a backup"));
    assertThat(objection(n2, one)).isPresent();
    assertThat(IdentityText.parse(IdentityText.print(one))).contains(one);
    assertThat(IdentityText.print(one)).contains("format = 3", "origin = " + backup + "-1");
    assertThat(IdentityText.parse(IdentityText.print(one).replace(backup, "x"))).isEmpty();
  }

  @Test
  void who_goes_on_alone_is_of_another_cluster_for_all_who_were_members() {
    Identity one = founded(n1, n2, n3);
    Identity two = founded(n2, n3, n1);
    Identity alone = new Founding(one.alone()).identity();

    assertThat(alone.isFounded()).isTrue();
    assertThat(alone.clusterId()).isNotEqualTo(one.clusterId());
    assertThat(objection(alone, two)).isPresent();
    assertThat(objection(two, alone)).isPresent();
  }

  @Test
  void a_cluster_does_not_begin_without_all_of_its_founders() {
    Founding founding = new Founding(n1);
    founding.heard(n2);

    assertThat(founding.identity().isFounded()).isFalse();
    assertThat(founding.missing()).extracting(Founder::id).containsExactly("n3");
  }

  @Test
  void a_cluster_of_one_begins_at_once() {
    assertThat(new Founding(bootstrapped(F1, List.of(F1))).identity().isFounded()).isTrue();
  }

  @Test
  void two_clusters_of_the_same_name_and_members_have_different_ids() {
    Identity another = founded(bootstrapped(F1, ALL), bootstrapped(F2, ALL), bootstrapped(F3, ALL));
    Identity this_one = founded(n2, n1, n3);

    assertThat(objection(this_one, another))
        .hasValueSatisfying(why -> assertThat(why).contains("never join"));
  }

  @Test
  void a_founder_that_lost_its_data_does_not_come_back_as_a_new_one() {
    Identity cluster = founded(n1, n2, n3);
    Identity again = bootstrapped(F2, ALL);

    assertThat(objection(again, cluster))
        .hasValueSatisfying(why -> assertThat(why).contains("it must not come back"));
    assertThat(objection(cluster, again))
        .hasValueSatisfying(why -> assertThat(why).contains("it has forgotten its votes"));
    assertThat(objection(cluster, n2)).isEmpty(); // which only has not heard of the id yet
  }

  @Test
  void new_nodes_do_not_join_a_cluster_that_version_010_founded() {
    Identity configured = Identity.configured("tenure", F1, ALL);
    Identity old = configured.adopted(configured);

    assertThat(objection(n2, old)).isPresent();
    assertThat(objection(old, n2)).isPresent();
  }

  @Test
  void an_id_that_is_not_made_of_its_founders_nonces_is_not_adopted() {
    Identity forged = founded(n1, n2, n3).withClusterId(ClusterId.random());

    assertThat(objection(n3, forged)).isPresent();
  }

  @Test
  void nodes_that_were_bootstrapped_with_different_files_do_not_meet() {
    Identity of_two = bootstrapped(F2, List.of(F1, F2));

    assertThat(objection(n1, of_two))
        .contains(
            "n2 (10.0.0.2:7081) was bootstrapped with the members n1 (10.0.0.1:7081), n2"
                + " (10.0.0.2:7081), and this node with n1 (10.0.0.1:7081), n2 (10.0.0.2:7081),"
                + " n3 (10.0.0.3:7081): all nodes of a cluster must begin with the same members");
    assertThat(objection(n1, Identity.configured("other", F2, ALL).bootstrapped()))
        .contains("n2 (10.0.0.2:7081) belongs to cluster other, not to tenure");
    assertThat(PeerCheck.objection(n1, F2, n3))
        .hasValueSatisfying(why -> assertThat(why).contains("answers as node n3"));
  }

  @Test
  void an_identity_is_read_as_it_was_written() {
    for (Identity each : List.of(n1, founded(n1, n2, n3))) {
      assertThat(IdentityText.parse(IdentityText.print(each))).contains(each);
    }
  }

  @Test
  void text_without_end_is_not_read() {
    String text = IdentityText.print(n1);
    assertThat(IdentityText.parse(text + "x".repeat(IdentityText.MAX_LENGTH))).isEmpty();
  }
}
