package io.tapgateway.app.control;

/**
 * Which process answers. Immutable.
 *
 * @param started ISO-8601
 */
public record Vitals(long pid, String version, String started) {}
