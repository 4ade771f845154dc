package io.tapgateway.user;

import io.tapgateway.protocol.model.ProviderName;
import java.util.List;

/** What a person is asked: whether a tool may be used, or something that an agent wants to know. Immutable. */
public sealed interface UserRequest permits ApprovalRequest, UserQuestion {
    /** Whose share of questions it takes (U-104). */
    ProviderName asker();

    /** How long it is where all of it is shown, in characters. */
    int length();

    /** What a yes may permit for the rest of the session, narrowest first (U-106). */
    List<Scope> scopes();

    /** Calls the visitor's method for this kind. */
    <R> R accept(Visitor<R> visitor);

    /** One method per kind. */
    interface Visitor<R> {
        R onApproval(ApprovalRequest request);

        R onQuestion(UserQuestion question);
    }
}
