package io.tapgateway.runtime;

import io.tapgateway.protocol.model.MayChange;

/** What a {@link SessionInterceptor} takes part in. */
@MayChange
public enum InterceptorInterest {
    /** It is asked before a tool is used, whosever tool it is: {@link SessionInterceptor#beforeTool}. */
    TOOLS,
    /** It is asked before the model is: {@link SessionInterceptor#beforeTurn}. */
    TURNS,
    /** It is asked before a text of the model is shown: {@link SessionInterceptor#beforeShown}. */
    TEXTS,
    /** It is told what happens, without a say in it. */
    EVENTS
}
