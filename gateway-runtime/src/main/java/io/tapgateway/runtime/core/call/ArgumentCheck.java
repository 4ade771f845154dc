package io.tapgateway.runtime.core.call;

import io.tapgateway.runtime.core.kernel.DisplayText;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.schema.Mismatch;
import io.tapgateway.runtime.core.schema.SchemaCheck;
import io.tapgateway.runtime.core.session.HostFeed;
import io.tapgateway.runtime.core.state.Call;
import java.util.Optional;

/** Arguments held against what their tool declares, where the host wants that (D-123). Stateless. */
final class ArgumentCheck {
    private ArgumentCheck() {}

    /** What is certainly wrong with a call's arguments. */
    static Optional<Mismatch> firstMismatch(Call call, Kernel kernel) {
        return call.session().validatesArguments()
                ? SchemaCheck.firstMismatch(
                        call.target().definition().parameters(), call.args(), kernel.limits(), kernel.stopwatch())
                : Optional.empty();
    }

    /** What the host is told; names of members may be long, and a provider's. */
    static String text(Mismatch mismatch) {
        return DisplayText.line("the arguments are not what the tool takes: " + mismatch, HostFeed.LINE_LENGTH);
    }
}
