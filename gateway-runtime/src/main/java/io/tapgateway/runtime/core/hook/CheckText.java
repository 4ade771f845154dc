package io.tapgateway.runtime.core.hook;

import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.GateId;
import io.tapgateway.runtime.core.kernel.Utf8;
import io.tapgateway.runtime.core.state.Inquiry;

/** How long a {@code gate.check} is on the wire at most, without writing it (D-028). Stateless. */
final class CheckText {
    private static final int FIXED =
            "{\"type\":\"gate.check\",\"gateId\":\"\",\"callId\":\"\",\"sessionId\":\"\",\"tool\":,\"args\":}".length();

    private CheckText() {}

    /** Everything but the arguments; ids are plain ASCII, the name of a host's tool may be anything. */
    static int envelopeLength(GateId gate, Inquiry inquiry) {
        return FIXED
                + gate.value().length()
                + CallId.MAX_LENGTH
                + inquiry.use().session().id().value().length()
                + Utf8.quotedLength(inquiry.toolName());
    }
}
