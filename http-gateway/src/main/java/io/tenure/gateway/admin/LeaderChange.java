package io.tenure.gateway.admin;

import java.util.List;
import java.util.concurrent.CompletionStage;

/** Moves leadership to a member that an operator names. */
public interface LeaderChange {

  /** The names of all members. */
  List<String> members();

  /** Tells within seconds whether the member leads in the end. */
  CompletionStage<Boolean> moveTo(String member);
}
