package io.tapgateway.protocol.message;

import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.RequestId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolDefinition;
import io.tapgateway.protocol.model.ToolName;
import java.util.List;
import java.util.Optional;

/**
 * {@code tools.update}: changes the provider's tools. Immutable.
 *
 * @param sessionId only that session; all bound ones if empty
 * @param mode whether {@code tools} is the whole list or is merged into it (D-103)
 * @param tools to add or replace by name
 * @param remove names to remove; only with {@link Mode#DELTA}
 */
public record ToolsUpdate(
        Optional<RequestId> requestId,
        Optional<SessionId> sessionId,
        Mode mode,
        List<ToolDefinition> tools,
        List<ToolName> remove)
        implements ProviderMessage {

    /** How {@code tools} relates to the provider's present tools. */
    public enum Mode {
        /** It becomes the complete list (C/tools.update). */
        REPLACE,
        /** {@code remove} goes first, then {@code tools} are put in by name (A/tools.update, D-104). */
        DELTA
    }

    public ToolsUpdate {
        tools = ToolLists.withoutDuplicates(tools);
        remove = List.copyOf(remove);
        if (mode == Mode.REPLACE && !remove.isEmpty()) {
            throw InvalidMessage.at("/remove", "has no meaning in a complete list");
        }
    }

    @Override
    public MessageType type() {
        return MessageType.TOOLS_UPDATE;
    }

    @Override
    public Correlation correlation() {
        return Correlation.of(sessionId, requestId);
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.onToolsUpdate(this);
    }
}
