package io.tapgateway.runtime;

import io.tapgateway.protocol.model.MayChange;

/** What a host that asks about a tool of its own does if interceptors change the arguments (Z-064). */
@MayChange
public enum ChangedArgs {
    /** It uses the tool with the arguments of the permit, which {@link HookDecision.Allow#changedArgs} tells it of. */
    RUN,
    /** It uses the tool in no other way than it has asked about: a change is a denial. */
    REFUSE
}
