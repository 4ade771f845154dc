package io.tapgateway.runtime.core.state;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.runtime.CheckOptions;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.core.kernel.Receipt;
import io.tapgateway.runtime.core.kernel.Timers;
import org.jspecify.annotations.Nullable;

/** A host asks whether it may use a tool. Confined to the loop. */
public final class HostQuestion implements IntendedUse {
    private final Session session;
    private final String toolName;
    private final ProviderName owner;
    private final JsonValue asked;
    private final CheckOptions options;
    private final Receipt<HookDecision> receipt;
    private JsonValue args;
    private @Nullable Chain chain;
    private @Nullable Inquiry inquiry;
    private Timers.@Nullable Timer timer;
    private boolean answered;

    /** @param asked the arguments that the host gave */
    public HostQuestion(
            Session session,
            String toolName,
            ProviderName owner,
            JsonValue asked,
            CheckOptions options,
            Receipt<HookDecision> receipt) {
        this.session = session;
        this.toolName = toolName;
        this.owner = owner;
        this.asked = asked;
        this.options = options;
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

    /** How the host asks. */
    public CheckOptions options() {
        return options;
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

    /** What rules and gates have to say about it, once they are asked. */
    public @Nullable Inquiry inquiry() {
        return inquiry;
    }

    public void setInquiry(Inquiry begun) {
        inquiry = begun;
    }

    /** The timer of the host's deadline, if it has one. */
    public Timers.@Nullable Timer timer() {
        return timer;
    }

    public void setTimer(Timers.Timer deadline) {
        timer = deadline;
    }

    public boolean isAnswered() {
        return answered;
    }

    public void setAnswered() {
        answered = true;
    }

    @Override
    public void accept(Visitor visitor) {
        visitor.onHostQuestion(this);
    }
}
