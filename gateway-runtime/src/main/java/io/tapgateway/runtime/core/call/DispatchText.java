package io.tapgateway.runtime.core.call;

import io.tapgateway.protocol.model.TraceParent;
import io.tapgateway.runtime.core.state.Call;

/** How long a {@code tool.call} is on the wire, without writing it. Stateless. */
final class DispatchText {
    private static final int FIXED =
            "{\"type\":\"tool.call\",\"id\":\"\",\"sessionId\":\"\",\"tool\":\"\",\"args\":}".length();

    private static final int TRACED = ",\"traceparent\":\"\"".length() + TraceParent.LENGTH;

    private DispatchText() {}

    /** Everything but the arguments; ids and names are plain ASCII. */
    static int envelopeLength(Call call) {
        return FIXED
                + call.id().value().length()
                + call.session().id().value().length()
                + call.tool().name().value().length()
                + (call.traceParent().isPresent() ? TRACED : 0);
    }
}
