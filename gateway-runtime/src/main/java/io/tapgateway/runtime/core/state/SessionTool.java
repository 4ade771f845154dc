package io.tapgateway.runtime.core.state;

import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.ToolName;
import io.tapgateway.runtime.RegisteredTool;
import java.util.Collection;

/** What the agent of a session may call under one name. Confined to the loop. */
public sealed interface SessionTool permits ProvidedTool, SharedTool, InstanceList {
    default ToolName name() {
        return view().name();
    }

    /** The provider that it belongs to, be it one connection's or that of several instances. */
    default ProviderName owner() {
        return view().provider();
    }

    /** As the host sees it. */
    RegisteredTool view();

    /** Whether a registration other than these offers it. */
    boolean isOfferedBesides(Collection<Registration> leaving);

    /** Calls the method for this kind. */
    <R> R accept(Visitor<R> visitor);

    /** One method per kind. */
    interface Visitor<R> {
        R onProvidedTool(ProvidedTool tool);

        R onSharedTool(SharedTool tool);

        R onInstanceList(InstanceList list);
    }
}
