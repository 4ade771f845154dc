package io.tapgateway.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * A test that quick builds skip, because what it takes is not worth it after every edit; every other {@link Depth} runs
 * it.
 */
@Documented
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(ThoroughOnly.Condition.class)
public @interface ThoroughOnly {
    /** What it takes, and where the quick build looks instead. */
    String value();

    /** Says which builds run such a test. Immutable. */
    final class Condition implements ExecutionCondition {
        /** Made by JUnit. */
        public Condition() {}

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            return AnnotationSupport.findAnnotation(context.getElement(), ThoroughOnly.class)
                    .filter(it -> Depth.current() == Depth.QUICK)
                    .map(it -> ConditionEvaluationResult.disabled("thorough runs only: " + it.value()))
                    .orElseGet(() -> ConditionEvaluationResult.enabled("the build is thorough"));
        }
    }
}
