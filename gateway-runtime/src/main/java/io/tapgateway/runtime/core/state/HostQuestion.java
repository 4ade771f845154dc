package io.tapgateway.runtime.core.state;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.runtime.Asking;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.core.kernel.Receipt;
import java.util.Optional;

/** A host asks whether it may use a tool. Immutable. */
public record HostQuestion(
        Session session,
        String toolName,
        ProviderName owner,
        JsonValue args,
        Asking asking,
        Receipt<HookDecision> receipt)
        implements IntendedUse {
    @Override
    public Optional<CallId> callName() {
        return Optional.empty();
    }

    @Override
    public void accept(Visitor visitor) {
        visitor.onHostQuestion(this);
    }
}
