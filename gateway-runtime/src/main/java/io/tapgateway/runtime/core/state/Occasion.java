package io.tapgateway.runtime.core.state;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.runtime.InterceptorInterest;
import io.tapgateway.runtime.core.kernel.InterceptorNotice;
import java.util.Optional;

/** What the interceptors of a session are asked about. Confined to the loop. */
public sealed interface Occasion permits IntendedUse, TurnBegin, ShownText {
    Session session();

    /** Who is asked: those who take part in that. */
    InterceptorInterest interest();

    /** What people are told that it is. */
    String subject();

    /** How the host knows the call, if it is one. */
    default Optional<CallId> callName() {
        return Optional.empty();
    }

    /** What it is before anybody has changed it. */
    JsonValue original();

    /**
     * What an interceptor is asked.
     *
     * @param id of the chain
     * @param value what those before it have made of the original
     */
    InterceptorNotice question(InterceptorNotice.Question question, String id, JsonValue value);

    /** Calls the method for this kind. */
    void accept(Visitor visitor);

    /** One method per kind. */
    interface Visitor extends IntendedUse.Visitor {
        void onTurnBegin(TurnBegin turn);

        void onShownText(ShownText text);
    }
}
