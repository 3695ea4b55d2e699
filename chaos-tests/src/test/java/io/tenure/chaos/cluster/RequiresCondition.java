package io.tenure.chaos.cluster;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Decides for {@link Requires}, before anything of the test class is run. */
final class RequiresCondition implements ExecutionCondition {

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return AnnotationSupport.findAnnotation(context.getElement(), Requires.class)
        .map(requires -> decide(List.of(requires.value()), required()))
        .orElseGet(() -> ConditionEvaluationResult.enabled("asks for nothing"));
  }

  private static List<String> required() {
    return List.of(System.getProperty("chaos.required", "").split(","));
  }

  static ConditionEvaluationResult decide(List<Capability> needed, List<String> required) {
    for (Capability each : needed) {
      Optional<String> missing = each.missing();
      if (missing.isPresent()) {
        String reason = each.word() + ": " + missing.get();
        if (needed.stream().map(Capability::word).anyMatch(required::contains)) {
          throw new IllegalStateException("required, but missing: " + reason);
        }
        return ConditionEvaluationResult.disabled(reason);
      }
    }
    return ConditionEvaluationResult.enabled("all there");
  }
}
