package io.tenure.replication;

import java.util.ArrayList;
import java.util.List;

/** Requests that go into one log entry, or into one message to the leader. */
public final class Batch {

  private final List<Submission> submissions;
  private final Standing to;
  private final long beganNanos;

  Batch(List<Submission> submissions, Standing to, long beganNanos) {
    this.submissions = submissions;
    this.to = to;
    this.beganNanos = beganNanos;
  }

  public List<Submission> submissions() {
    return submissions;
  }

  /** Who led when it was sent: into the log of this term, or to this leader. */
  public Standing to() {
    return to;
  }

  long beganNanos() {
    return beganNanos;
  }

  public List<byte[]> requests() {
    List<byte[]> requests = new ArrayList<>(submissions.size());
    for (Submission submission : submissions) {
      requests.add(submission.request());
    }
    return requests;
  }

  boolean isRepeatable() {
    return submissions.stream().allMatch(Submission::isRepeatable);
  }
}
