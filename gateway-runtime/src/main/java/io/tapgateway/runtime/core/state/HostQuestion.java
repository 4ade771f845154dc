package io.tapgateway.runtime.core.state;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.core.kernel.Receipt;

/** A host asks whether it may use a tool. Immutable. */
public record HostQuestion(
        Session session, String toolName, ProviderName owner, JsonValue args, Receipt<HookDecision> receipt)
        implements IntendedUse {
    @Override
    public void accept(Visitor visitor) {
        visitor.onHostQuestion(this);
    }
}
