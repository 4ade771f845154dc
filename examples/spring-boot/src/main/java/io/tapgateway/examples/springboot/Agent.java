package io.tapgateway.examples.springboot;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.ToolOutcome;
import java.nio.file.Path;
import java.util.Map;
import org.springframework.stereotype.Component;

/** An agent that answers by a tool; a real one asks its model which. Thread-safe. */
@Component
class Agent {
    private final GatewaySession session;

    Agent(Gateway gateway) {
        SessionInfo info = SessionInfo.of("support", "Support", Path.of("").toAbsolutePath());
        session = gateway.openSession(info, SessionHost.ignoringEverything());
    }

    /** What the agent would tell its model. */
    String ask(int order) {
        return session.callTool("orderState", JsonValue.of(Map.of("number", order)))
                .thenApply(Agent::told)
                .toCompletableFuture()
                .join();
    }

    private static String told(ToolOutcome outcome) {
        return outcome.accept(new ToolOutcome.Visitor<>() {
            @Override
            public String onSuccess(ToolOutcome.Success success) {
                return success.provenance().provider() + " says "
                        + success.data().asString();
            }

            @Override
            public String onFile(ToolOutcome.File file) {
                return "a file";
            }

            @Override
            public String onContent(ToolOutcome.Content content) {
                return "content";
            }

            @Override
            public String onFailure(ToolOutcome.Failure failure) {
                return failure.code() + ": " + failure.error();
            }
        });
    }
}
