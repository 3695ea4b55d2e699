package io.tenure.chaos.cluster;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Skips tests that this machine cannot run, and says why. What {@code
 * -Dchaos.required=docker,netns} names must be there: its tests fail instead.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(RequiresCondition.class)
public @interface Requires {

  /** All of these. */
  Capability[] value();
}
