package io.tapgateway.transport.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.ProviderBuilder;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.testkit.ManualClock;
import io.tapgateway.testkit.RecordingHost;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * A gateway with one session that providers attach to, all on the test's thread and under virtual time. Confined to one
 * test.
 */
final class LocalGateway {
    static final SessionId SESSION = new SessionId("abc");

    final ManualClock clock = ManualClock.create();
    final Gateway gateway =
            Gateway.builder().clock(clock).executor(Runnable::run).build();
    final RecordingHost host = new RecordingHost();
    final GatewaySession session = gateway.openSession(SessionInfo.of("abc", "PR #42", Path.of("/code")), host);
    final LocalProviderTransport transport = LocalProviderTransport.to(gateway).executor(Runnable::run);

    /** What went wrong in providers. */
    final List<String> faults = new ArrayList<>();

    ProviderBuilder named(String name) {
        return Provider.named(name).onError(fault -> faults.add(fault.what()));
    }

    Provider greeter() {
        return named("greeter")
                .tool(
                        "greet",
                        "Say hello",
                        Schema.object().required("name", Schema.string()),
                        call -> "Hello, " + call.stringArg("name") + "!")
                .build();
    }

    ToolOutcome call(String tool, Map<String, ?> args) {
        return now(session.callTool(tool, JsonValue.of(args)));
    }

    static <T> T now(CompletionStage<T> stage) {
        assertThat(stage.toCompletableFuture()).isCompleted();
        return stage.toCompletableFuture().join();
    }
}
