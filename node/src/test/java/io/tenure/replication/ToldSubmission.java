package io.tenure.replication;

import io.tenure.kernel.Result;
import java.util.ArrayList;
import java.util.List;

/** Remembers what it is told. Its only byte is its name. */
final class ToldSubmission extends Submission {

  final List<String> endings = new ArrayList<>();

  ToldSubmission(int name, boolean urgent, long deadlineNanos) {
    super(new byte[] {(byte) name}, urgent, deadlineNanos);
  }

  static List<Integer> names(Batch batch) {
    return batch.requests().stream().map(request -> (int) request[0]).toList();
  }

  @Override
  protected boolean isForAnyLeader() {
    return false;
  }

  @Override
  protected boolean isRepeatable() {
    return false;
  }

  @Override
  protected void onApplied(Result result) {
    endings.add("applied");
  }

  @Override
  protected void onRefused(String reason) {
    endings.add("refused: " + reason);
  }

  @Override
  protected void onNotLeader() {
    endings.add("not leader");
  }

  @Override
  protected void onUnknown(String reason) {
    endings.add("unknown: " + reason);
  }
}
