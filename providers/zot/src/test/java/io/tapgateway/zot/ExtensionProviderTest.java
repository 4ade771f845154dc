package io.tapgateway.zot;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.programs.InteractiveProgram;
import io.tapgateway.programs.ProgramThread;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.SessionHostEvent;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.testkit.ManualExecutor;
import io.tapgateway.testkit.RecordingHost;
import io.tapgateway.user.SessionUser;
import io.tapgateway.user.SessionUserListener;
import io.tapgateway.user.UserTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An extension as a provider of its session, of which it hears when the test lets it. */
class ExtensionProviderTest {
    private final Gateway gateway = Gateway.builder().executor(Runnable::run).build();
    private final RecordingHost session = new RecordingHost();
    private final GatewaySession opened =
            gateway.openSession(SessionInfo.of("s", "A session", Path.of("/code")), session);
    private final ManualExecutor tasks = new ManualExecutor();

    private final ProgramThread thread = new ProgramThread() {
        @Override
        public void execute(Runnable task) {
            tasks.execute(task);
        }

        @Override
        public void after(Duration delay, Runnable task) {}

        @Override
        public long nanos() {
            return 0;
        }
    };

    private final ExtensionHost host =
            new HostInSession(
                    gateway,
                    opened,
                    SessionUser.create(UserTime.ofCaller(() -> 0), SessionUserListener.NOBODY),
                    thread) {
                @Override
                public CompletionStage<InteractiveProgram> start(Runnable stirs) {
                    return CompletableFuture.failedFuture(new AssertionError("no program is needed"));
                }

                @Override
                public void tell(String sentence) {}
            };

    private final ExtensionProvider provider = new ExtensionProvider(
            Extensions.manifest("demo"),
            host,
            new Problems(host, () -> {}),
            () -> {},
            why -> {},
            () -> CompletableFuture.completedFuture(null));

    @AfterEach
    void close() {
        gateway.closeNow();
    }

    private List<String> prompts() {
        return session.injected().stream().map(InjectedPrompt::text).toList();
    }

    @Test
    void Z087_what_is_said_before_the_session_has_it_is_kept_in_order() {
        List.of("one", "two", "three").forEach(provider::submit);
        assertThat(prompts()).isEmpty();

        tasks.runAll();
        provider.submit("four");
        // Each is for the agent when it has nothing else to do.
        opened.idle();
        opened.idle();
        opened.idle();

        assertThat(prompts()).containsExactly("one", "two", "three", "four");
    }

    @Test
    void Z090_no_more_of_it_is_kept_than_the_agent_may_be_told() {
        List.of("one", "two", "three", "four", "five", "six").forEach(provider::submit);

        tasks.runAll();
        opened.publish(SessionHostEvent.userMessage("go on"));
        for (int i = 0; i < 6; i++) {
            opened.idle();
        }

        assertThat(prompts()).containsExactly("one", "two", "three", "four");
    }
}
