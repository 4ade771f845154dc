package io.tapgateway.agentserver.coworker;

/**
 * What the chunks of one turn have in common (W-036). Immutable.
 *
 * @param turnId a UUID
 * @param provider as the turn begins
 * @param model as the turn begins
 */
record StreamPlace(String turnId, ModelVendor provider, String model) {}
