package io.tapgateway.app.endurance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.app.Interpreter;
import io.tapgateway.app.RunningProgram;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.testkit.Depth;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Programs that are killed while they are asked: whoever waits for them knows at once, and what they guarded stays
 * shut.
 */
class KilledProviderIT {
    private static final int KILLS = Depth.of(3, 100, 1_000);
    private static final int CALLS = 4;
    private static final Duration PROMPTLY = Duration.ofMillis(100);

    /** Long before any timeout of a call. */
    private static final Duration AT_THE_LATEST = Duration.ofSeconds(10);

    /** What became of a call, and when. */
    private record Ended(ToolOutcome outcome, long at) {}

    @TempDir
    private Path directory;

    private final List<Long> waits = new ArrayList<>();

    @Test
    void D084_calls_end_at_once_and_gates_stay_shut() throws Exception {
        List<String> command =
                Interpreter.NODE.command(Path.of("src/test/node/holding.mjs").toAbsolutePath());
        try (Household household = Household.of(List.of(SessionHost.ignoringEverything()), 10)) {
            Map<String, String> environment = Map.of(
                    "TAP_GATEWAY_URL", household.url().toString(), "TAP_PROVIDER_TOKEN", household.token(0, "holding"));
            for (int i = 0; i < KILLS; i++) {
                try (RunningProgram program = RunningProgram.start(directory, environment, command)) {
                    killWhileAsked(household.session(0), program);
                }
            }
        }

        long prompt = waits.stream().filter(it -> it <= PROMPTLY.toNanos()).count();
        Figures.say(
                "kill: %d providers killed, %d calls ended, %.1f %% of them within %d ms, the last after %d ms",
                KILLS,
                waits.size(),
                100.0 * prompt / waits.size(),
                PROMPTLY.toMillis(),
                TimeUnit.NANOSECONDS.toMillis(
                        waits.stream().mapToLong(it -> it).max().orElseThrow()));
        assertThat(waits).hasSize(KILLS * CALLS);
    }

    private void killWhileAsked(GatewaySession session, RunningProgram program) throws Exception {
        await().atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(5))
                .until(() -> session.tool("hold").isPresent());
        List<CompletableFuture<Ended>> calls = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            calls.add(session.callTool("hold", JsonValue.EMPTY_OBJECT)
                    .thenApply(outcome -> new Ended(outcome, System.nanoTime()))
                    .toCompletableFuture());
        }
        CompletableFuture<HookDecision> question = ask(session);
        program.awaitPrinted("tool.call\n".repeat(CALLS));
        program.awaitPrinted("gate.check");
        long killed = System.nanoTime();

        program.kill();

        for (CompletableFuture<Ended> call : calls) {
            Ended ended = call.get(AT_THE_LATEST.toMillis(), TimeUnit.MILLISECONDS);
            waits.add(ended.at() - killed);
            assertThat(ended.outcome())
                    .isInstanceOfSatisfying(
                            ToolOutcome.Failure.class,
                            failure -> assertThat(failure.code()).isEqualTo(ToolErrorCode.DISCONNECTED));
        }
        assertThat(question.get(AT_THE_LATEST.toMillis(), TimeUnit.MILLISECONDS).allowed())
                .isFalse();
        assertThat(ask(session)
                        .get(AT_THE_LATEST.toMillis(), TimeUnit.MILLISECONDS)
                        .allowed())
                .isFalse();
    }

    private static CompletableFuture<HookDecision> ask(GatewaySession session) {
        return session.preToolUse("shell", JsonValue.EMPTY_OBJECT).toCompletableFuture();
    }
}
