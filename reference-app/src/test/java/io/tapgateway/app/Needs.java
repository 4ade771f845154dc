package io.tapgateway.app;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Tests that run only where such programs are installed. Otherwise neither they nor what sets them up and cleans up
 * after them is run, and they are reported as skipped.
 */
@Documented
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(Needs.Condition.class)
public @interface Needs {
    Installed[] value();

    /** Says whether everything is there. Immutable. */
    final class Condition implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            String absences = AnnotationSupport.findAnnotation(context.getElement(), Needs.class).stream()
                    .flatMap(needs -> Stream.of(needs.value()))
                    .filter(program -> !program.isThere())
                    .map(Installed::absence)
                    .collect(Collectors.joining("; "));
            return absences.isEmpty()
                    ? ConditionEvaluationResult.enabled("what it needs is installed")
                    : ConditionEvaluationResult.disabled(absences);
        }
    }
}
