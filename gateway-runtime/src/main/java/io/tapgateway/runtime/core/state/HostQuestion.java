package io.tapgateway.runtime.core.state;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.runtime.Asking;
import io.tapgateway.runtime.ChangedArgs;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.core.kernel.Receipt;
import org.jspecify.annotations.Nullable;

/** A host asks whether it may use a tool. Confined to the loop. */
public final class HostQuestion implements IntendedUse {
    private final Session session;
    private final String toolName;
    private final ProviderName owner;
    private final JsonValue asked;
    private final Asking asking;
    private final ChangedArgs changes;
    private final Receipt<HookDecision> receipt;
    private JsonValue args;
    private @Nullable Chain chain;
    private @Nullable Inquiry inquiry;

    /** @param asked the arguments that the host gave */
    public HostQuestion(
            Session session,
            String toolName,
            ProviderName owner,
            JsonValue asked,
            Asking asking,
            ChangedArgs changes,
            Receipt<HookDecision> receipt) {
        this.session = session;
        this.toolName = toolName;
        this.owner = owner;
        this.asked = asked;
        this.asking = asking;
        this.changes = changes;
        this.receipt = receipt;
        this.args = asked;
    }

    @Override
    public Session session() {
        return session;
    }

    @Override
    public String toolName() {
        return toolName;
    }

    @Override
    public ProviderName owner() {
        return owner;
    }

    @Override
    public JsonValue original() {
        return asked;
    }

    @Override
    public JsonValue args() {
        return args;
    }

    /** Interceptors want the tool to be used with these. */
    public void change(JsonValue wanted) {
        args = wanted;
    }

    /** Whether the host has asked about other arguments. */
    public boolean isChanged() {
        return !args.equals(asked);
    }

    /** Who asks the person. */
    public Asking asking() {
        return asking;
    }

    /** What the host does with other arguments. */
    public ChangedArgs changes() {
        return changes;
    }

    public Receipt<HookDecision> receipt() {
        return receipt;
    }

    /** What interceptors are asked about it, once they have been. */
    public @Nullable Chain chain() {
        return chain;
    }

    public void setChain(Chain begun) {
        chain = begun;
    }

    /** What rules have let pass, while interceptors that came later are asked. */
    public @Nullable Inquiry inquiry() {
        return inquiry;
    }

    public void setInquiry(Inquiry allowed) {
        inquiry = allowed;
    }

    @Override
    public void accept(Visitor visitor) {
        visitor.onHostQuestion(this);
    }
}
