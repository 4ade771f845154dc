package io.tapgateway.user;

import io.tapgateway.protocol.model.MayChange;
import io.tapgateway.protocol.model.ProviderName;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What a person is asked: whether a tool may be used, or something that an agent wants to know. Immutable. */
public sealed interface UserRequest permits ApprovalRequest, UserQuestion {
    /** Whose share of questions it takes (U-104). */
    ProviderName asker();

    /** How long it is where all of it is shown, in characters. */
    int length();

    /** What a surface has to be able to do where it is asked. */
    Ability needed();

    /** After how long it ends by itself; empty if it waits as long as it takes (U-102). */
    @MayChange
    Optional<Duration> atMost();

    /** How long it waits for somebody to come where nobody could answer; zero if not at all (U-103). */
    @MayChange
    Duration waitFor();

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
