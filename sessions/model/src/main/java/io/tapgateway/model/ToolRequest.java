package io.tapgateway.model;

/**
 * A model's wish to use a tool. Immutable.
 *
 * @param id the model's own name for this wish; the result has to repeat it
 * @param tool as the model wrote it; there need not be one of that name
 * @param arguments as the model wrote them; need not be JSON
 */
public record ToolRequest(String id, String tool, String arguments) {}
