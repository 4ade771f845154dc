package io.tapgateway.transport.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.testkit.RecordingHost;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What callbacks that run on the gateway's own threads ask of it (D-021). Two calls end in one step: that of a
 * session's end.
 */
@Timeout(10)
class LocalCallbacksTest {
    private final LocalGateway local = new LocalGateway();
    private final GatewaySession ending =
            local.gateway.openSession(SessionInfo.of("ending", "Ending", Path.of("/code")), new RecordingHost());
    private final List<String> seen = new ArrayList<>();

    @BeforeEach
    void attach() {
        local.transport.attach(
                ending.info().id(),
                local.named("sleeper")
                        .tool("sleep", "Never answers", Schema.object(), call -> new CompletableFuture<String>())
                        .build());
        local.transport.attach(
                LocalGateway.SESSION,
                local.named("echo")
                        .tool("echo", "Echo", Schema.object(), call -> {
                            seen.add("called");
                            return "echo";
                        })
                        .build());
    }

    @AfterEach
    void closeGateway() {
        local.gateway.closeNow();
    }

    private CompletionStage<ToolOutcome> sleep() {
        return ending.callTool("sleep", JsonValue.EMPTY_OBJECT);
    }

    private CompletionStage<ToolOutcome> echo() {
        return local.session.callTool("echo", JsonValue.of(Map.of()));
    }

    @Test
    void what_one_callback_asks_for_is_decided_when_the_others_have_run_as_well() {
        var first = sleep().thenAccept(outcome -> {
            seen.add("first");
            var unused = echo();
        });
        var second = sleep().thenAccept(outcome -> seen.add("second"));

        ending.close();

        assertThat(first.toCompletableFuture()).isCompleted();
        assertThat(second.toCompletableFuture()).isCompleted();
        assertThat(seen).containsExactly("first", "second", "called");
    }

    @Test
    void a_question_in_a_callback_sees_what_the_callback_asked_for_before() {
        var answered = sleep().thenApply(outcome -> {
            local.session.reserveToolNames(Set.of("mine"));
            return local.session.info().reservedToolNames();
        });

        ending.close();

        assertThat(LocalGateway.now(answered)).contains("mine");
    }

    @Test
    void a_callback_that_waits_for_what_it_asked_for_gets_it() {
        var answered = sleep().thenApply(outcome -> echo().toCompletableFuture().join());

        ending.close();

        assertThat(LocalGateway.now(answered)).isInstanceOf(ToolOutcome.Success.class);
    }

    @Test
    void a_callback_may_close_the_gateway() {
        var closed = sleep().thenRun(local.gateway::close);

        ending.close();

        assertThat(closed.toCompletableFuture()).isCompleted();
    }
}
