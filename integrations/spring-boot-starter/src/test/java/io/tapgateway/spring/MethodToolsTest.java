package io.tapgateway.spring;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.provider.ToolFailure;
import io.tapgateway.provider.ToolInvocation;
import io.tapgateway.provider.schema.Description;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.ToolOutcome;
import java.io.File;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.aopalliance.intercept.MethodInterceptor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

class MethodToolsTest {
    record Stop(String name, int minutes) {}

    static class Trains {
        @TapTool("Finds a way.")
        List<Stop> find(@Description("where from") String from, Optional<Integer> changes) {
            return List.of(new Stop(from, changes.orElse(0)));
        }

        @TapTool(value = "Says whose call it is.", name = "whose-call")
        CompletionStage<String> whose(ToolInvocation call, String greeting) {
            return CompletableFuture.completedFuture(greeting + " " + call.sessionId());
        }

        @TapTool("Does nothing.")
        void idle() {}

        @TapTool("Fails.")
        void fail(boolean known) {
            throw known ? ToolFailure.notFound("no such train") : new IllegalStateException("a secret");
        }

        @SuppressWarnings("unused")
        void noTool(File file) {}
    }

    static class Unreadable {
        @TapTool("Reads.")
        void read(File file) {}
    }

    static class Door implements DisposableBean {
        private @Nullable GatewaySession session;
        private @Nullable List<RegisteredTool> toolsAtItsEnd;

        @TapTool("Opens.")
        void open() {}

        @Override
        public void destroy() {
            toolsAtItsEnd = requireNonNull(session).tools();
        }
    }

    /** What an advised bean is called by. */
    interface Timetable {
        @TapTool("Tells when.")
        String when();
    }

    private final ApplicationContextRunner application =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(GatewayAutoConfiguration.class));

    @Test
    void a_tool_is_declared_as_its_method_is() {
        inSession(session -> {
            assertThat(session.tools())
                    .extracting(it -> it.name().value())
                    .containsExactly("fail", "find", "idle", "whose-call");
            RegisteredTool find = session.tool("find").orElseThrow();
            assertThat(find.description()).isEqualTo("Finds a way.");
            assertThat(find.provider()).hasToString("application");
            assertThat(find.parameters())
                    .hasToString("{\"type\":\"object\",\"properties\":{\"from\":{\"type\":\"string\","
                            + "\"description\":\"where from\"},\"changes\":{\"type\":\"integer\"}},"
                            + "\"required\":[\"from\"]}");
        });
    }

    @Test
    void arguments_and_results_are_values_of_java() {
        inSession(session -> {
            assertThat(call(session, "find", "{\"from\":\"Bern\",\"changes\":2}"))
                    .hasToString("[{\"name\":\"Bern\",\"minutes\":2}]");
            assertThat(call(session, "find", "{\"from\":\"Bern\"}")).hasToString("[{\"name\":\"Bern\",\"minutes\":0}]");
            assertThat(call(session, "whose-call", "{\"greeting\":\"from\"}")).hasToString("\"from s\"");
            assertThat(call(session, "idle", "{}")).isEqualTo(JsonValue.NULL);
        });
    }

    @Test
    void what_a_method_throws_is_what_a_handler_throws() {
        inSession(session -> {
            assertThat(failure(session, "fail", "{\"known\":true}"))
                    .extracting(ToolOutcome.Failure::code, ToolOutcome.Failure::error)
                    .containsExactly(ToolErrorCode.NOT_FOUND, "no such train");
            assertThat(failure(session, "fail", "{\"known\":false}"))
                    .satisfies(it -> assertThat(it.code()).isEqualTo(ToolErrorCode.INTERNAL))
                    .satisfies(it -> assertThat(it.error()).doesNotContain("secret"));
            assertThat(failure(session, "fail", "{}").code()).isEqualTo(ToolErrorCode.INVALID_ARGUMENTS);
        });
    }

    @Test
    void a_bean_behind_a_proxy_is_called_by_it() {
        StringBuilder advice = new StringBuilder();
        ProxyFactory proxy = new ProxyFactory((Timetable) () -> "at noon");
        proxy.addAdvice((MethodInterceptor) it -> {
            advice.append(it.getMethod().getName());
            return it.proceed();
        });

        application
                .withBean(Timetable.class, () -> (Timetable) proxy.getProxy())
                .run(context -> assertThat(call(open(context), "when", "{}")).hasToString("\"at noon\""));

        assertThat(advice).hasToString("when");
    }

    @Test
    void a_bean_is_there_as_long_as_its_tools_are() {
        Door door = new Door();

        application.withBean(Door.class, () -> door).run(context -> door.session = open(context));

        assertThat(door.toolsAtItsEnd).isEmpty();
    }

    @Test
    void a_parameter_without_a_form_in_json_keeps_the_application_from_starting() {
        application
                .withBean(Unreadable.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasMessageStartingWith("read.file has type java.io.File, which has no JSON form here"));
    }

    private void inSession(Consumer<GatewaySession> test) {
        application.withBean(Trains.class).run(context -> test.accept(open(context)));
    }

    private static GatewaySession open(ApplicationContext context) {
        GatewaySession session = GatewayAutoConfigurationTest.open(context, "s");
        await().until(() -> !session.tools().isEmpty());
        return session;
    }

    private static JsonValue call(GatewaySession session, String tool, String arguments) {
        ToolOutcome outcome = outcome(session, tool, arguments);
        assertThat(outcome).isInstanceOf(ToolOutcome.Success.class);
        return ((ToolOutcome.Success) outcome).data();
    }

    private static ToolOutcome.Failure failure(GatewaySession session, String tool, String arguments) {
        return outcome(session, tool, arguments).failure().orElseThrow();
    }

    private static ToolOutcome outcome(GatewaySession session, String tool, String arguments) {
        try {
            return session.callTool(tool, JsonValue.parse(arguments))
                    .toCompletableFuture()
                    .join();
        } catch (MalformedJson e) {
            throw new AssertionError(arguments, e);
        }
    }
}
