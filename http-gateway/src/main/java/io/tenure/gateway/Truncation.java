package io.tenure.gateway;

import java.util.List;

/** How a list that has no pages says that it does not show everything. */
public final class Truncation {

  public static final String HEADER = "Tenure-Truncated";

  /** No such list shows more: it is read while nothing else happens. */
  public static final int MOST = 10_000;

  private Truncation() {}

  /** As many elements as may be shown. */
  public static <T> List<T> shown(List<T> elements) {
    return elements.size() <= MOST ? elements : elements.subList(0, MOST);
  }

  /** Tells the client that there are more elements than are shown. */
  public static Answer mark(Answer answer) {
    return answer.with(HEADER, "true");
  }

  /** Tells the client, if there were more of the elements than may be shown. */
  public static Answer mark(Answer answer, List<?> elements) {
    return elements.size() <= MOST ? answer : mark(answer);
  }
}
