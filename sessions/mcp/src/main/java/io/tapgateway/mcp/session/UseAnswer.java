package io.tapgateway.mcp.session;

import io.tapgateway.mcp.protocol.OpenRequest;
import io.tapgateway.mcp.protocol.RpcError;
import io.tapgateway.mcp.protocol.RpcText;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.runtime.text.ModelText;
import java.util.Optional;
import java.util.function.Function;

/**
 * The outcome of the use of something that a provider offers beside tools, as the response to a request: what fails is
 * an error of the request here (M-041). Confined to one call of it.
 *
 * @param result what is answered to what the provider has said; empty if that is not what it should be
 */
record UseAnswer(OpenRequest request, Function<JsonValue, Optional<JsonValue>> result)
        implements ToolOutcome.Visitor<String> {
    private static final RpcError UNCLEAR =
            RpcError.failed("INTERNAL: the provider has answered with something else than the protocol has");

    @Override
    public String onSuccess(ToolOutcome.Success success) {
        return result.apply(success.data())
                .map(it -> RpcText.result(request.id(), ModelText.clean(it)))
                .orElseGet(() -> RpcText.error(request.id(), UNCLEAR));
    }

    @Override
    public String onFile(ToolOutcome.File file) {
        return RpcText.error(request.id(), UNCLEAR);
    }

    @Override
    public String onContent(ToolOutcome.Content content) {
        return RpcText.error(request.id(), UNCLEAR);
    }

    @Override
    public String onFailure(ToolOutcome.Failure failure) {
        return RpcText.error(request.id(), RpcError.failed(failure.code() + ": " + failure.error()));
    }
}
