package io.tenure.gateway;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Collects what is wrong with the parameters of a call, so that one answer tells all of it. */
public final class Complaints {

  private static final int MOST = 16;
  private static final int LONGEST_NAME = 100;

  private final List<Problem.Parameter> parameters = new ArrayList<>(0);

  /** Notes a flaw, unless there are so many that nobody reads them. */
  public void add(String parameter, String reason) {
    if (parameters.size() < MOST) {
      parameters.add(new Problem.Parameter(presentable(parameter), reason));
    }
  }

  public void addIfFlawed(String parameter, Optional<String> flaw) {
    flaw.ifPresent(reason -> add(parameter, reason));
  }

  public boolean isEmpty() {
    return parameters.isEmpty();
  }

  /** Refuses the call if there is any complaint. */
  public void raise() {
    if (!parameters.isEmpty()) {
      throw new ProblemException(Problem.badParameters(List.copyOf(parameters)));
    }
  }

  /** Names come from strangers: they may be long, and may hold what UTF-8 cannot carry. */
  private static String presentable(String name) {
    String cut = name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME) + "...";
    return new String(cut.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }
}
