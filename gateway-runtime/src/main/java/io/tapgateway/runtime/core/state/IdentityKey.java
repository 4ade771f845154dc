package io.tapgateway.runtime.core.state;

import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.model.SessionId;

/**
 * What may be bound only once: a name and instance within a session, or within all of them (D-073). Immutable.
 *
 * @param scope the bound session, or {@link SessionId#ALL}
 * @param name folded
 * @param instance empty text where there is none
 */
public record IdentityKey(SessionId scope, String name, String instance) {
    /** The key of that identity in that scope. */
    public static IdentityKey of(SessionId scope, Hello.Identity identity) {
        return new IdentityKey(
                scope,
                identity.name().folded(),
                identity.instance().map(instance -> instance.value()).orElse(""));
    }

    /** Whether two identities of one name meet in some session. */
    public boolean meets(IdentityKey other) {
        return name.equals(other.name) && (scope.equals(other.scope) || scope.isAll() || other.scope.isAll());
    }
}
