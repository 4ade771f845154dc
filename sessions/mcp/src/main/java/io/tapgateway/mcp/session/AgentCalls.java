package io.tapgateway.mcp.session;

import io.tapgateway.mcp.protocol.CallParams;
import io.tapgateway.mcp.protocol.McpRevision;
import io.tapgateway.mcp.protocol.OpenRequest;
import io.tapgateway.mcp.protocol.RpcError;
import io.tapgateway.mcp.protocol.RpcText;
import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.runtime.CallHandle;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.GatewayClock;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.ToolOutcome;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The calls of an agent that are under way. Thread-safe. */
final class AgentCalls {
    private static final RpcError UNKNOWN_TOOL =
            RpcError.invalidParams(new JsonFault("/name", "is not the name of a tool there is now"));

    private final AgentChannel channel;
    private final ToolCatalog catalog;
    private final McpRevision revision;
    private final GatewayClock clock;
    private final Map<OpenRequest, CallHandle> running = new ConcurrentHashMap<>();

    AgentCalls(AgentChannel channel, ToolCatalog catalog, McpRevision revision, GatewayClock clock) {
        this.channel = channel;
        this.catalog = catalog;
        this.revision = revision;
        this.clock = clock;
    }

    /** Calls a tool, and answers when the call has ended. */
    void start(OpenRequest request, CallParams params, GatewaySession session) {
        if (catalog.known(catalog.tool(params.tool())).isEmpty()) {
            // The agent may have seen it in a session that was opened anew since (M-015).
            catalog.update(session.tools());
        }
        String tool = catalog.tool(params.tool());
        Optional<RegisteredTool> known = catalog.known(tool);
        Pulse pulse = new Pulse(clock, () -> channel.progress(request, Optional.empty()));
        CallHandle call = session.startCall(tool, params.args(), options(request, params, pulse));
        running.put(request, call);
        if (!channel.isOpen(request)) {
            cancel(request);
        } else if (params.progressToken().isPresent()) {
            pulse.start();
        }
        var unused = call.outcome()
                .thenApply(outcome -> answer(request, known, outcome))
                .exceptionally(bug -> AgentService.internal(request, bug))
                .thenAccept(answer -> {
                    pulse.stop();
                    running.remove(request);
                    channel.answer(request, answer);
                });
    }

    private CallOptions options(OpenRequest request, CallParams params, Pulse pulse) {
        CallOptions options =
                params.traceParent().map(CallOptions.NONE::tracedBy).orElse(CallOptions.NONE);
        return params.progressToken().isEmpty()
                ? options
                : options.reportingTo(report -> {
                    pulse.heard();
                    channel.progress(request, Optional.of(report.text()));
                });
    }

    /** There is no gateway that could do it. */
    void refuse(OpenRequest request, CallParams params) {
        ToolOutcome outcome = ToolOutcome.failure(ToolErrorCode.DISCONNECTED, "there is no gateway now");
        channel.answer(request, answer(request, catalog.known(catalog.tool(params.tool())), outcome));
    }

    /** The agent does not want to know any more. */
    void cancel(OpenRequest request) {
        CallHandle call = running.remove(request);
        if (call != null) {
            call.cancel();
        }
    }

    /** @param known what the gateway had told of the tool when it was called */
    private String answer(OpenRequest request, Optional<RegisteredTool> known, ToolOutcome outcome) {
        return known.isEmpty() && outcome.failedWith(ToolErrorCode.NOT_FOUND)
                ? RpcText.error(request.id(), UNKNOWN_TOOL)
                : RpcText.result(request.id(), new CallResult(known, revision).of(outcome));
    }
}
