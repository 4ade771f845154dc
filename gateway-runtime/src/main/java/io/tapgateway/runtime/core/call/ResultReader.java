package io.tapgateway.runtime.core.call;

import io.tapgateway.protocol.message.ToolResult;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.runtime.core.state.Call;
import io.tapgateway.runtime.core.state.Registration;
import java.util.Optional;

/** What a provider's answer means to the host (D-146, D-147). */
final class ResultReader {
    private ResultReader() {}

    static ToolOutcome read(Call call, ToolResult.Result result) {
        Registration provider = call.target().presence().registration();
        if (result instanceof ToolResult.Result.Data data) {
            return new ToolOutcome.Success(data.data(), provenance(provider));
        } else if (result instanceof ToolResult.Result.Failure failure) {
            return failure(failure);
        }
        return ToolOutcome.failure(ToolErrorCode.INTERNAL, "the provider's result has neither data nor error");
    }

    static ToolOutcome.Provenance provenance(Registration provider) {
        return new ToolOutcome.Provenance(
                provider.identity().name(), provider.principal().trust());
    }

    private static ToolOutcome failure(ToolResult.Result.Failure failure) {
        Optional<ToolErrorCode> code = failure.errorCode().flatMap(ToolErrorCode::fromProvider);
        Optional<String> foreign = code.isPresent() ? Optional.empty() : failure.errorCode();
        String error = failure.error().or(failure::errorCode).orElse("the tool failed");
        return new ToolOutcome.Failure(code.orElse(ToolErrorCode.INTERNAL), error, failure.retryable(), foreign);
    }
}
