package io.tapgateway.runtime.core.hook;

import io.tapgateway.runtime.CallContext;
import io.tapgateway.runtime.HookDecision;
import java.util.List;

/** Who wants to know whether a tool may be used. Exactly one of these is called, once, perhaps before the question returns. */
public interface Asker {
    /** It may be used. */
    void allowed(List<CallContext> contexts);

    /** It must not be used. */
    void denied(HookDecision.Deny denial);

    /** It is not going to be used, for a reason that has nothing to do with rules. */
    void withdrawn(String why);
}
