package io.tapgateway.protocol.model;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks what is part of an API and not settled yet: it may change, or go, in any release. Everything else that is
 * exported to everybody changes with a new major version only, or before 1.0 with a new minor one. Immutable.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.CONSTRUCTOR, ElementType.FIELD})
public @interface MayChange {}
