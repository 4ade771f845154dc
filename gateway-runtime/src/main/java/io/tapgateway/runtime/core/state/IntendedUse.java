package io.tapgateway.runtime.core.state;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.runtime.InterceptedTool;
import io.tapgateway.runtime.InterceptorInterest;
import io.tapgateway.runtime.core.kernel.InterceptorNotice;

/**
 * A tool about to be used: by a call, or by a host that asks before it uses a tool of its own. Confined to the loop.
 */
public sealed interface IntendedUse extends Occasion permits Call, HostQuestion {
    /** The name of the tool. */
    String toolName();

    /** Whose tool it is (D-167). */
    ProviderName owner();

    /** The very value that is used if the answer is yes (I-19). */
    JsonValue args();

    @Override
    default InterceptorInterest interest() {
        return InterceptorInterest.TOOLS;
    }

    @Override
    default String subject() {
        return "the use of '" + toolName() + "'";
    }

    @Override
    default InterceptorNotice question(InterceptorNotice.Question question, String id, JsonValue value) {
        return new InterceptorNotice.BeforeTool(question, intercepted(id, value));
    }

    /** The use with these arguments, as interceptors see it. */
    default InterceptedTool intercepted(String id, JsonValue value) {
        return new InterceptedTool(id, session().id(), callName(), toolName(), owner(), value);
    }

    @Override
    default void accept(Occasion.Visitor visitor) {
        accept((Visitor) visitor);
    }

    /** Calls the method for this kind of use. */
    void accept(Visitor visitor);

    /** One method per kind of use. */
    interface Visitor {
        void onCall(Call call);

        void onHostQuestion(HostQuestion question);
    }
}
