package io.tenure.replication;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Whether a member's state is the one that the cluster agrees on. After the same log entry all
 * members have the same digest, or one of them has gone astray: by a bug, by bad memory, by a disk
 * that lied.
 *
 * <p>A member is outvoted when a majority of all members, itself not among them, has one and the
 * same digest where it has another. It must stop then: whoever asks it is told what is not so. With
 * fewer witnesses nobody can say who is wrong, and nobody stops.
 *
 * <p>Members of different versions are not compared, since a new version may count differently.
 */
public final class DigestComparison {

  /**
   * What one member says of itself.
   *
   * @param digests of its state, by the index of the entry after which it was so
   */
  public record Report(String member, String version, SortedMap<Long, Long> digests) {}

  /** What came of a comparison. */
  public sealed interface Verdict permits Agreed, Differs, Outvoted {}

  /** Nobody has another digest than this member. */
  public record Agreed() implements Verdict {}

  /** Some have another digest, but too few to tell who is wrong. */
  public record Differs(long index, List<String> members) implements Verdict {}

  /** A majority has another digest. */
  public record Outvoted(long index, long own, long theirs, List<String> members)
      implements Verdict {}

  private DigestComparison() {}

  /**
   * Judges a member's own report by those of the others.
   *
   * @param clusterSize how many members there are in all
   * @param others one report for each of the other members that could be asked
   */
  public static Verdict judge(int clusterSize, Report own, List<Report> others) {
    Verdict verdict = new Agreed();
    for (Map.Entry<Long, Long> mine : own.digests().entrySet()) {
      Verdict here = judgeAt(mine, clusterSize, own.version(), others);
      if (here instanceof Outvoted) {
        return here;
      }
      verdict = here instanceof Differs ? here : verdict;
    }
    return verdict;
  }

  private static Verdict judgeAt(
      Map.Entry<Long, Long> mine, int clusterSize, String version, List<Report> others) {
    long index = mine.getKey();
    List<String> all = new ArrayList<>();
    SortedMap<Long, List<String>> byDigest = new TreeMap<>();
    for (Report other : others) {
      Long theirs = other.digests().get(index);
      if (theirs != null && other.version().equals(version) && !theirs.equals(mine.getValue())) {
        all.add(other.member());
        byDigest.computeIfAbsent(theirs, digest -> new ArrayList<>()).add(other.member());
      }
    }
    for (Map.Entry<Long, List<String>> party : byDigest.entrySet()) {
      if (party.getValue().size() > clusterSize / 2) {
        return new Outvoted(index, mine.getValue(), party.getKey(), party.getValue());
      }
    }
    return all.isEmpty() ? new Agreed() : new Differs(index, all);
  }
}
