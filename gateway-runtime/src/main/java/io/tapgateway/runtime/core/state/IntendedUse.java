package io.tapgateway.runtime.core.state;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.ProviderName;
import java.util.Optional;

/**
 * A tool about to be used: by a call, or by a host that asks before it uses a tool of its own. Confined to the loop.
 */
public sealed interface IntendedUse permits Call, HostQuestion {
    Session session();

    /** The name of the tool. */
    String toolName();

    /** Whose tool it is (D-167). */
    ProviderName owner();

    /** The very value that is used if the answer is yes (I-19). */
    JsonValue args();

    /** How the host knows the call, if it is one. */
    Optional<CallId> callName();

    /** Calls the method for this kind of use. */
    void accept(Visitor visitor);

    /** One method per kind of use. */
    interface Visitor {
        void onCall(Call call);

        void onHostQuestion(HostQuestion question);
    }
}
