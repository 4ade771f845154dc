package io.tapgateway.runtime;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.MayChange;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import java.util.Optional;

/**
 * A tool that an agent wants to use, as interceptors are asked about it and told of it (Z-063). Immutable.
 *
 * @param id of this use, unique in the gateway; events and questions about one use have the same (Z-076)
 * @param session whose agent it is
 * @param call the call, as its host knows it; empty if a host asks about a tool of its own
 * @param tool exact name
 * @param provider whose tool it is; {@code host} if it is the host's own
 * @param args an object: as the agent has them in an event, as those who were asked before have left them in a question
 */
@MayChange
public record InterceptedTool(
        String id, SessionId session, Optional<CallId> call, String tool, ProviderName provider, JsonValue args) {}
