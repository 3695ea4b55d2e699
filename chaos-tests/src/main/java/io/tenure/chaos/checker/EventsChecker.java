package io.tenure.chaos.checker;

import static io.tenure.chaos.history.Field.STATUS;
import static io.tenure.chaos.history.Field.TOKEN;

import io.tenure.chaos.checker.EventChain.Told;
import io.tenure.chaos.history.Field;
import io.tenure.chaos.history.Span;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * Streams of events tell everything once and in order. A client that breaks off and goes on at
 * another node is told
 *
 * <ul>
 *   <li>only what comes behind the place that it named, with ids that grow;
 *   <li>what every other client is told under the same id;
 *   <li>all that others were told of between its first and its last place, unless a gap was told;
 *   <li>of each claim one grant, with the token that the claim's owner was told, then one end, and
 *       of no end that nobody asked for;
 *   <li>all grants that were known before a later claim was filed of which it was told.
 * </ul>
 */
final class EventsChecker implements Checker {

  static final String WATCH = "watch";

  private static final String GRANTED = "granted";

  @Override
  public String name() {
    return "events";
  }

  @Override
  public Verdict check(Evidence evidence) {
    Findings findings = new Findings();
    Map<Integer, EventChain> chains = new TreeMap<>();
    for (Span span : evidence.history().spans()) {
      if (span.action().equals(WATCH) && span.isOk()) {
        chains.computeIfAbsent(span.process(), process -> new EventChain(span)).add(span, findings);
      }
    }
    NavigableMap<EventId, Told> all = merge(chains.values(), findings);
    Map<Long, ClaimStory> stories = new HashMap<>();
    ClaimStory.all(evidence.history()).forEach(story -> stories.put(story.claim(), story));
    judgeClaims(all.values(), stories, findings);
    for (EventChain chain : chains.values()) {
      judgeLoss(chain, all, findings);
      judgeGrants(chain, stories, findings);
    }
    return findings.verdict(
        name(), String.format("%,d events told to %,d watchers", all.size(), chains.size()));
  }

  /** One event for each id, whoever was told. */
  private static NavigableMap<EventId, Told> merge(
      Collection<EventChain> chains, Findings findings) {
    NavigableMap<EventId, Told> all = new TreeMap<>();
    for (EventChain chain : chains) {
      for (Told told : chain.told()) {
        Told other = all.putIfAbsent(told.id(), told);
        if (other != null && !other.fields().equals(told.fields())) {
          findings.broken(
              "two events have the id " + told.id() + ": " + other.fields() + ", " + told.fields());
        }
      }
    }
    return all;
  }

  private static void judgeLoss(
      EventChain chain, NavigableMap<EventId, Told> all, Findings findings) {
    for (Told told : all.subMap(chain.first(), false, chain.last(), true).values()) {
      if (!chain.knows(told.id()) && !chain.isInGap(told.id())) {
        findings.broken(
            "watcher " + chain.process() + " was not told of " + told.id() + " " + told.fields(),
            "but by " + EventChain.briefly(told.source()));
      }
    }
  }

  /** Grants and ends of each claim, in the order of their ids. */
  private static void judgeClaims(
      Collection<Told> inOrder, Map<Long, ClaimStory> stories, Findings findings) {
    Map<Long, String> states = new HashMap<>();
    for (Told told : inOrder) {
      String before = states.put(told.claim(), told.event());
      if (before != null && (told.event().equals(before) || told.event().equals(GRANTED))) {
        findings.broken(
            "claim %d is %s after it was %s: %s"
                .formatted(told.claim(), told.event(), before, told.fields()));
      }
      ClaimStory story = stories.get(told.claim());
      if (story != null) {
        judge(told, story, findings);
      }
    }
  }

  private static void judge(Told told, ClaimStory story, Findings findings) {
    boolean sameToken =
        story.token().isEmpty()
            || !(told.fields().get(TOKEN) instanceof Number token)
            || token.longValue() == story.token().getAsLong();
    if (!sameToken) {
      findings.broken(
          story + " has another token in " + told.fields(), EventChain.briefly(told.source()));
    }
    String status = String.valueOf(told.fields().get(STATUS));
    boolean asked =
        story.endings().anyMatch(span -> span.text(Field.ENDING).orElse("").equals(status));
    if (!asked && !status.equals("expired") && !status.equals("active")) {
      findings.broken(
          story + " ended as nobody asked: " + told.fields(), EventChain.briefly(told.source()));
    }
  }

  /**
   * A grant that was known before another claim was even filed comes before all events of that one.
   */
  private static void judgeGrants(
      EventChain chain, Map<Long, ClaimStory> stories, Findings findings) {
    if (chain.hasGaps()) {
      return;
    }
    Set<Long> granted = new HashSet<>();
    long newest = Long.MIN_VALUE;
    for (Told told : chain.told()) {
      if (told.event().equals(GRANTED)) {
        granted.add(told.claim());
      }
      ClaimStory story = stories.get(told.claim());
      newest = story == null ? newest : Math.max(newest, story.filedAfter());
    }
    for (ClaimStory story : stories.values()) {
      boolean watched = story.key().startsWith(chain.prefix());
      if (watched && story.filedAfter() > chain.begun() && !granted.contains(story.claim())) {
        judgeUntold(chain, story, newest, findings);
      }
    }
  }

  private static void judgeUntold(
      EventChain chain, ClaimStory story, long newest, Findings findings) {
    story
        .answers()
        .filter(span -> span.number(TOKEN).isPresent() && span.end() < newest)
        .findFirst()
        .ifPresent(
            known ->
                findings.broken(
                    "watcher " + chain.process() + " was not told that " + story + " was granted",
                    known));
  }
}
