package io.tenure.client;

import java.time.Duration;
import java.util.Optional;

/**
 * The cluster understood the request and refused it; to repeat it will not help. The classes below
 * this one tell the commoner reasons apart.
 */
public class RefusedException extends TenureException {
  private static final long serialVersionUID = 1L;

  private final transient Problem problem;

  RefusedException(Problem problem) {
    super(problem.sentence());
    this.problem = problem;
  }

  /** The status code of the answer. */
  public int status() {
    return problem.status();
  }

  /** What kind of problem it is, such as {@code no-such-claim}; empty if the answer did not say. */
  public String type() {
    return problem.type();
  }

  /** Who holds the resource, if that is the reason. */
  public Optional<Holder> holder() {
    return problem.holder();
  }

  /** When the holder's lease ends if it is not renewed. */
  public Optional<Duration> expiresIn() {
    return problem.expiresIn();
  }

  /** All that the answer said. */
  public Problem problem() {
    return problem;
  }
}
