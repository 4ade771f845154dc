package io.tapgateway.runtime.core.state;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.ToolDefinition;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.core.schema.SchemaCheck;
import java.util.Collection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One connection's tool in one session. Immutable but for its slot's contents, and for its schemas, which are read when
 * they are first needed; confined to the loop.
 */
public final class ProvidedTool implements SessionTool {
    private final ToolDefinition definition;
    private final Presence presence;
    private final RegisteredTool view;
    private final Slot slot;
    private final long timeoutNanos;
    private @Nullable SchemaCheck argumentCheck;
    private @Nullable SchemaCheck resultCheck;

    /** @param slot where its calls are counted */
    public ProvidedTool(ToolDefinition definition, Presence presence, RegisteredTool view, Slot slot) {
        this.definition = definition;
        this.presence = presence;
        this.view = view;
        this.slot = slot;
        this.timeoutNanos = view.timeout().toNanos();
    }

    /** As the provider declared it. */
    public ToolDefinition definition() {
        return definition;
    }

    /** Whether arguments fit what the provider declared. */
    public SchemaCheck argumentCheck(Limits limits) {
        if (argumentCheck == null) {
            argumentCheck = SchemaCheck.of(definition.parameters(), limits);
        }
        return argumentCheck;
    }

    /** Whether values of results fit what the provider promised; empty if it promised nothing. */
    public Optional<SchemaCheck> resultCheck(Limits limits) {
        Optional<JsonValue> promised = definition.profile().outputSchema();
        if (promised.isPresent() && resultCheck == null) {
            resultCheck = SchemaCheck.of(promised.get(), limits);
        }
        return Optional.ofNullable(resultCheck);
    }

    public Presence presence() {
        return presence;
    }

    public Connection connection() {
        return presence.registration().connection();
    }

    /** As the host sees it, unless it is a member of a {@link SharedTool}. */
    @Override
    public RegisteredTool view() {
        return view;
    }

    @Override
    public boolean isOfferedBesides(Collection<Registration> leaving) {
        return !leaving.contains(presence.registration());
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.onProvidedTool(this);
    }

    public Slot slot() {
        return slot;
    }

    public long timeoutNanos() {
        return timeoutNanos;
    }
}
