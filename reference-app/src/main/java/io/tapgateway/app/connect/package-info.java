/**
 * How a gateway gets into the configuration of agents, and out again (G-040, G-041).
 * {@link io.tapgateway.app.connect.AgentKind} says what belongs into which file; {@code TolerantJson} and
 * {@code TomlOutline} find the place, as an {@code Insertion}; {@link io.tapgateway.app.connect.Connector} reads all
 * files before it writes the first, and {@link io.tapgateway.app.connect.Connections} remembers what was inserted, so
 * that this alone is cut. Everything runs on the thread that calls.
 */
@NullMarked
package io.tapgateway.app.connect;

import org.jspecify.annotations.NullMarked;
