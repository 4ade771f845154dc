package io.tapgateway.runtime.core.rule;

import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.TrustLevel;

/** Whose rules they are: a provider in one session. Two that are equal are the same owner. */
public interface RuleOwner {
    /** The provider's name, for reasons that the provider has not given. */
    ProviderName name();

    /** How far it is trusted; the rules of providers that are trusted more come first (D-160). */
    TrustLevel trust();

    /** Why it cannot be asked while its rules are held without it; the end of a sentence about it. */
    default String absence() {
        return "is disconnected";
    }
}
