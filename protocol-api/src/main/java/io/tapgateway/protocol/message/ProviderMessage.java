package io.tapgateway.protocol.message;

/** What a provider says to a gateway. Immutable. */
public sealed interface ProviderMessage extends Message
        permits Auth,
                AuthConfirm,
                Hello,
                Goodbye,
                SessionReady,
                ToolResult,
                ToolProgress,
                GateResult,
                TransformResult,
                Push,
                ToolsUpdate,
                HooksUpdate,
                ContextUpdate,
                FilterSet,
                StreamQuery,
                ShutdownReady {
    /** The ids that an error about this message repeats (D-033). */
    Correlation correlation();

    /** Calls the visitor's method for this message. */
    <R> R accept(Visitor<R> visitor);

    /** One method per message of this family; without defaults, so that a new message is a compile error here. */
    interface Visitor<R> {
        R onAuth(Auth auth);

        R onAuthConfirm(AuthConfirm authConfirm);

        R onHello(Hello hello);

        R onGoodbye(Goodbye goodbye);

        R onSessionReady(SessionReady sessionReady);

        R onToolResult(ToolResult toolResult);

        R onToolProgress(ToolProgress toolProgress);

        R onGateResult(GateResult gateResult);

        R onTransformResult(TransformResult transformResult);

        R onPush(Push push);

        R onToolsUpdate(ToolsUpdate toolsUpdate);

        R onHooksUpdate(HooksUpdate hooksUpdate);

        R onContextUpdate(ContextUpdate contextUpdate);

        R onFilterSet(FilterSet filterSet);

        R onStreamQuery(StreamQuery streamQuery);

        R onShutdownReady(ShutdownReady shutdownReady);
    }
}
