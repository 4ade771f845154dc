package io.tapgateway.mcp.session;

import io.tapgateway.mcp.protocol.RpcAnswer;
import io.tapgateway.mcp.protocol.RpcError;
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
record UseAnswer(Function<JsonValue, Optional<JsonValue>> result) implements ToolOutcome.Visitor<RpcAnswer> {
    private static final RpcAnswer UNCLEAR = RpcAnswer.refusing(
            RpcError.failed("INTERNAL: the provider has answered with something else than the protocol has"));

    @Override
    public RpcAnswer onSuccess(ToolOutcome.Success success) {
        return result.apply(success.data())
                .map(it -> RpcAnswer.of(ModelText.clean(it)))
                .orElse(UNCLEAR);
    }

    @Override
    public RpcAnswer onFile(ToolOutcome.File file) {
        return UNCLEAR;
    }

    @Override
    public RpcAnswer onContent(ToolOutcome.Content content) {
        return UNCLEAR;
    }

    @Override
    public RpcAnswer onFailure(ToolOutcome.Failure failure) {
        return RpcAnswer.refusing(RpcError.failed(failure.code() + ": " + failure.error()));
    }
}
