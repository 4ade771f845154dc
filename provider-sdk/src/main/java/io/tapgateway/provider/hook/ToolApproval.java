package io.tapgateway.provider.hook;

import io.tapgateway.protocol.model.MayChange;
import io.tapgateway.provider.schema.ToolArguments;

/**
 * Says whether a tool of the same provider needs a person's yes before it is used like that (U-121). Called on the
 * provider's executor, several times at once; for providers in the process of the gateway.
 */
@MayChange
@FunctionalInterface
public interface ToolApproval {
    /**
     * Looks at a use, within five seconds; longer denies it. It is asked again after the yes: what it shows then has to
     * be about the same {@linkplain io.tapgateway.protocol.model.UsePreview#files files} as they were. The tool finds
     * them in {@link io.tapgateway.provider.ToolInvocation#approved}, and refuses where they have changed by then.
     *
     * @param args what the tool will get
     * @throws Exception has a person asked without anything more to see; its text goes to {@code onError} only
     */
    GateDecision needed(ToolArguments args) throws Exception;
}
