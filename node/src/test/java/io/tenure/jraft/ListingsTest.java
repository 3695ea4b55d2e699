package io.tenure.jraft;

import static io.tenure.jraft.TestCluster.join;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.kernel.ClaimFilter;
import io.tenure.kernel.ClaimFilter.Range;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClaimListing;
import io.tenure.kernel.ClaimListing.Page;
import io.tenure.service.Caller;
import io.tenure.service.Consistency;
import io.tenure.service.UnavailableException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(120)
class ListingsTest {

  private static final Caller CALLER = new Caller(Runnable::run, Long.MAX_VALUE);

  @TempDir Path directory;

  @Test
  void lists_take_no_thread_that_elections_and_snapshots_need() {
    try (TestCluster cluster = new TestCluster(directory, 1).start()) {
      ClaimFilter all =
          new ClaimFilter(new TreeSet<>(), Set.of(), Range.ANY, Range.ANY, Range.ANY, Range.ANY);
      ClaimListing.Window page = new ClaimListing.Window(new ClaimId(0), 0, 100);
      join(cluster.leases("n1").list(all, page, Consistency.LOCAL, cluster.caller()));
      assertThat(Thread.getAllStackTraces().keySet())
          .extracting(Thread::getName)
          .anyMatch(name -> name.startsWith("tenure-list-"));
    }
  }

  @Test
  void a_list_is_refused_before_it_begins_when_too_many_are_under_way() {
    try (Listings listings = new Listings()) {
      List<CompletableFuture<ClaimListing>> slow = new ArrayList<>();
      List<CompletionStage<Page>> taken = new ArrayList<>();
      for (int i = 0; i < Listings.MOST; i++) {
        slow.add(new CompletableFuture<>());
        taken.add(listings.list(() -> slow.get(slow.size() - 1), ClaimListing::finish, CALLER));
      }
      CompletionStage<Page> refused =
          listings.list(
              () -> {
                throw new AssertionError("it was begun");
              },
              ClaimListing::finish,
              CALLER);
      assertThatThrownBy(() -> join(refused)).hasCauseInstanceOf(UnavailableException.class);

      slow.forEach(each -> each.completeExceptionally(new IllegalStateException("over")));
      taken.forEach(each -> assertThat(each.toCompletableFuture()).isDone());
      assertThat(listings.underWay()).isZero();
    }
  }
}
