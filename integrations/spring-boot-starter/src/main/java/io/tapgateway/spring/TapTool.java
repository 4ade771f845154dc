package io.tapgateway.spring;

import io.tapgateway.provider.ToolInvocation;
import io.tapgateway.provider.schema.Description;
import io.tapgateway.provider.schema.ParameterList;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Lends a method of a bean to the agents of all sessions, as a tool of a provider in this process.
 *
 * <p>Its parameters are the arguments, see {@link ParameterList}: names are kept by {@code -parameters}, which Spring
 * Boot's Maven and Gradle plugins set, an {@code Optional} may be missing, and {@link Description} tells the model what
 * one is. A parameter of type {@link ToolInvocation} is the call itself. What the method returns is what a {@link
 * io.tapgateway.provider.ToolHandler} may return; nothing is {@code null} to the caller. To say why a call has no
 * result, throw {@link io.tapgateway.provider.ToolFailure}. Called by several threads at once if several calls run.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface TapTool {
    /** What it does, for the model; not blank. */
    String value();

    /** The tool's name: 1 to 64 letters, digits, {@code _} and {@code -}. The method's, unless said otherwise. */
    String name() default "";
}
