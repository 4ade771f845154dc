package io.tapgateway.app.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.GatewayEvents;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionHostEvent;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.runtime.ToolOutcome;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class DemoProviderTest {
    private final Gateway gateway = Gateway.builder().build();
    private final BlockingQueue<String> timeline = new LinkedBlockingQueue<>();
    private final GatewaySession session =
            gateway.openSession(SessionInfo.of("main", "main", Path.of("/code")), new Host(timeline));
    private final DemoProvider demo;

    DemoProviderTest() throws InterruptedException {
        CountDownLatch tools = new CountDownLatch(1);
        gateway.events().subscribe(new GatewayEvents.Listener() {
            @Override
            public void onToolsChanged(GatewayEvent.ToolsChanged event) {
                tools.countDown();
            }
        });
        demo = DemoProvider.attach(gateway, session.info().id(), new Random(1));
        tools.await();
    }

    @AfterEach
    void stop() {
        demo.close();
        gateway.closeNow();
    }

    @Test
    void introduces_itself_with_tools_that_nobody_else_is_likely_to_have() throws Exception {
        assertThat(session.tools())
                .extracting(tool -> tool.name().value())
                .containsExactly("demo_countdown", "demo_greet", "demo_roll_dice");
        assertThat(timeline.take()).contains("The demo is here");
    }

    @Test
    void greets_by_name() throws Exception {
        assertThat(data("demo_greet", "{\"name\":\"Ada\"}").asString()).isEqualTo("Hello, Ada!");
    }

    @Test
    void rolls_dice_and_keeps_what_was_rolled() throws Exception {
        JsonValue rolled = data("demo_roll_dice", "{\"count\":3}");

        List<Long> dice = rolled.get("dice").orElseThrow().elements().stream()
                .map(die -> die.asWholeNumber().orElseThrow())
                .toList();
        long sum = rolled.get("sum").flatMap(JsonValue::asWholeNumber).orElseThrow();
        assertThat(dice).hasSize(3).allMatch(die -> die >= 1 && die <= 6);
        assertThat(dice.stream().mapToLong(Long::longValue).sum()).isEqualTo(sum);
        assertThat(session.stream("rolls@tap-demo", 1))
                .extracting(it -> it.entry().event())
                .containsExactly("rolled " + sum + " with 3 dice");
    }

    @Test
    void says_what_is_wrong_with_arguments() throws Exception {
        ToolOutcome outcome = call("demo_roll_dice", "{\"count\":11}").get(10, TimeUnit.SECONDS);

        assertThat(outcome)
                .isInstanceOfSatisfying(
                        ToolOutcome.Failure.class,
                        failure ->
                                assertThat(failure.error()).contains("/count").contains("between 1 and 10"));
    }

    @Test
    void counts_down_with_progress() throws Exception {
        assertThat(data("demo_countdown", "{\"seconds\":1}").asString()).isEqualTo("Lift-off!");
        assertThat(timeline).anyMatch(line -> line.contains("1 …"));
    }

    @Test
    void stops_counting_when_it_is_interrupted() throws Exception {
        CompletableFuture<ToolOutcome> countdown = call("demo_countdown", "{\"seconds\":30}");
        while (!timeline.take().contains("30 …")) {
            assertThat(countdown).isNotDone();
        }

        session.interrupt();

        assertThat(countdown.get(10, TimeUnit.SECONDS))
                .isInstanceOfSatisfying(
                        ToolOutcome.Failure.class,
                        failure -> assertThat(failure.code()).isEqualTo(ToolErrorCode.CANCELLED));
    }

    @Test
    void hears_what_the_user_says() throws Exception {
        session.publish(SessionHostEvent.userMessage("good morning"));

        assertThat(timeline.take()).contains("The demo is here");
        assertThat(timeline.take()).contains("heard the user say: good morning");
    }

    private JsonValue data(String tool, String args) throws Exception {
        ToolOutcome outcome = call(tool, args).get(10, TimeUnit.SECONDS);
        assertThat(outcome).isInstanceOf(ToolOutcome.Success.class);
        return ((ToolOutcome.Success) outcome).data();
    }

    private CompletableFuture<ToolOutcome> call(String tool, String args) throws Exception {
        return session.callTool(tool, JsonValue.parse(args)).toCompletableFuture();
    }

    private record Host(BlockingQueue<String> timeline) implements SessionHost {
        @Override
        public void toolsChanged(List<RegisteredTool> tools) {}

        @Override
        public void log(TimelineEntry entry) {
            timeline.add(entry.text());
        }

        @Override
        public CompletionStage<Void> send(InjectedPrompt prompt) {
            return CompletableFuture.completedFuture(null);
        }
    }
}
