package io.tapgateway.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.protocol.model.ToolDefinition;
import io.tapgateway.runtime.transport.Link;
import io.tapgateway.runtime.transport.Peer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A thread is held up in the loop while others ask for something. */
final class BusyLoopTest {
    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final long HELD_UP_NANOS = 5_000_000_000L;

    private final SteppedClock clock = new SteppedClock(0);
    private final Gateway gateway =
            Gateway.builder().executor(Runnable::run).clock(clock).build();
    private final GatewaySession session =
            gateway.openSession(SessionInfo.of("s", "A session", Path.of("code")), SessionHost.ignoringEverything());
    private CompletableFuture<ToolOutcome> askedMeanwhile = new CompletableFuture<>();

    @Test
    void D138_a_call_has_all_of_its_time_although_it_had_to_wait_for_the_loop() {
        bind("prompt", message -> {});
        bind("slow", this::holdUp);

        var unused = session.callTool("slow", JsonValue.EMPTY_OBJECT);

        clock.step(TIMEOUT.toNanos() - 1);
        assertThat(askedMeanwhile).isNotDone();
        clock.step(1);
        assertThat(askedMeanwhile)
                .isCompletedWithValueMatching(outcome -> outcome instanceof ToolOutcome.Failure failure
                        && failure.error().equals("no result within 60000 ms"));
    }

    /** Takes its time inside the loop, while another thread calls the other tool. */
    private void holdUp(GatewayMessage message) {
        if (message instanceof ToolCall) {
            clock.skip(HELD_UP_NANOS);
            Thread other = new Thread(() -> askedMeanwhile =
                    session.callTool("prompt", JsonValue.EMPTY_OBJECT).toCompletableFuture());
            other.start();
            try {
                other.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    private void bind(String name, QuietOutlet outlet) {
        Link link =
                gateway.providerPort().open(new Peer.InProcess(session.info().id()), outlet);
        Hello hello = Hello.of(name, Optional.empty(), List.of(ToolDefinition.of(name, "d", JsonValue.EMPTY_OBJECT)));
        link.received(new Decoded.Valid<>(hello), 1);
    }
}
