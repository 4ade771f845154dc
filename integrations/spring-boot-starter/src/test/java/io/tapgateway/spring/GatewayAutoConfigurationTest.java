package io.tapgateway.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.provider.Credentials;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.provider.ws.WebSocketProvider;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.transport.ws.WebSocketTransport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class GatewayAutoConfigurationTest {
    private static final String[] SETTINGS = {
        "tap.gateway.port",
        "tap.gateway.token-file",
        "tap.gateway.pairing",
        "tap.gateway.gate-loss",
        "tap.gateway.strict-new-sessions",
        "tap.gateway.trust-hints-of",
        "tap.gateway.files-directory",
        "tap.gateway.limits",
        "tap.gateway.provider"
    };

    @Configuration(proxyBeanMethods = false)
    static class Sessions {
        @Bean
        GatewaySession session(Gateway gateway) {
            return gateway.openSession(
                    SessionInfo.of("s", "s", Path.of("").toAbsolutePath()), SessionHost.ignoringEverything());
        }
    }

    private final ApplicationContextRunner application =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(GatewayAutoConfiguration.class));

    @TempDir
    private Path directory;

    private Gateway gateway;

    @Test
    void a_gateway_lives_as_long_as_its_context() {
        application.run(context -> {
            gateway = context.getBean(Gateway.class);
            assertThat(gateway.closed().toCompletableFuture()).isNotDone();
            assertThat(context).doesNotHaveBean(WebSocketTransport.class);
            assertThat(gateway.sessions()).isEmpty();
        });

        assertThat(gateway.closed().toCompletableFuture()).isDone();
    }

    /** Spring calls {@code close()} of what it holds, and waits for a future that is returned. */
    @Test
    void a_session_among_the_beans_can_be_waited_for() {
        application
                .withUserConfiguration(Sessions.class)
                .run(context -> assertThat(context.getBean(GatewaySession.class).close())
                        .isInstanceOfSatisfying(
                                Future.class,
                                closing -> assertThatCode(closing::get).doesNotThrowAnyException()));
    }

    @Test
    void an_application_keeps_a_gateway_of_its_own() {
        Gateway own = Gateway.builder().build();

        application
                .withBean("own", Gateway.class, () -> own)
                .run(context -> assertThat(context.getBean(Gateway.class)).isSameAs(own));
    }

    @Test
    void properties_and_then_customizers_say_how_it_is_built() {
        application
                .withPropertyValues("tap.gateway.limits.default-tool-timeout=7000", "tap.gateway.pairing=deny")
                .withBean(Provider.class, GatewayAutoConfigurationTest::greeter)
                .withBean(GatewayCustomizer.class, () -> builder -> builder.executor(Runnable::run))
                .run(context -> {
                    GatewaySession session = open(context, "s");
                    await().until(() -> session.tool("greet").isPresent());
                    assertThat(session.tool("greet").orElseThrow().timeout()).isEqualTo(Duration.ofSeconds(7));
                });
    }

    @Test
    void a_setting_that_cannot_be_keeps_the_application_from_starting() {
        application
                .withPropertyValues("tap.gateway.limits.default-tool-timeuot=7000")
                .run(context -> assertThat(context).hasFailed());
    }

    /** A provider of another process tidies up when the context is closed, and so before its connection is. */
    @Test
    void the_port_is_open_until_the_gateway_is_closed() {
        CompletableFuture<SessionId> ended = new CompletableFuture<>();

        application.withPropertyValues("tap.gateway.port=0").run(context -> {
            GatewaySession session = open(context, "s");
            String token = context.getBean(Gateway.class)
                    .tokens()
                    .issueSpawnToken(session.info().id(), new ProviderName("cleaner"))
                    .reveal();
            Provider cleaner =
                    Provider.named("cleaner").onShutdown(ended::complete).build();
            WebSocketProvider.connect(
                            context.getBean(WebSocketTransport.class).url(), Credentials.token(token), cleaner)
                    .whenBound()
                    .toCompletableFuture()
                    .join();
        });

        assertThat(ended).isCompletedWithValue(new SessionId("s"));
    }

    @Test
    void an_empty_port_keeps_the_application_from_starting() {
        application
                .withPropertyValues("tap.gateway.port=")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageStartingWith("tap.gateway.port is empty"));
    }

    @Test
    void a_port_without_its_transport_keeps_the_application_from_starting() {
        application
                .withPropertyValues("tap.gateway.port=0")
                .withClassLoader(new FilteredClassLoader(WebSocketTransport.class))
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessage("tap.gateway.port is set, but io.tapgateway:transport-ws is missing"));
    }

    @Test
    void T08_the_token_is_in_a_file_of_its_owner_as_long_as_the_gateway_is_there() throws IOException {
        Path victim = Files.writeString(directory.resolve("victim"), "untouched");
        Path file = Files.createSymbolicLink(directory.resolve("token"), victim);

        application.withPropertyValues("tap.gateway.token-file=" + file).run(context -> {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
            assertThat(file).isRegularFile().content().isNotBlank();
            assertThat(Files.isSymbolicLink(file)).isFalse();
        });

        assertThat(victim).hasContent("untouched");
        assertThat(directory).isDirectoryNotContaining("glob:**token*");
    }

    @Test
    void its_health_counts_sessions_and_providers() {
        application.run(context -> {
            HealthIndicator health = context.getBean(HealthIndicator.class);
            open(context, "s");

            assertThat(health.health().getStatus()).isEqualTo(Status.UP);
            assertThat(health.health().getDetails())
                    .containsEntry("sessions", 1)
                    .containsEntry("providers", 0);
            context.getBean(Gateway.class).closeNow();
            await().until(() -> health.health().getStatus().equals(Status.DOWN));
        });
    }

    @Test
    void calls_are_metered_in_each_registry() {
        application
                .withBean(Provider.class, GatewayAutoConfigurationTest::greeter)
                .run(context -> {
                    MeterRegistry registry = new SimpleMeterRegistry();
                    context.getBean(MeterBinder.class).bindTo(registry);

                    GatewaySession session = open(context, "s");
                    await().until(() -> session.tool("greet").isPresent());
                    session.callTool("greet", JsonValue.EMPTY_OBJECT);

                    await().untilAsserted(() -> assertThat(
                                    registry.timer("tap.call", "outcome", "ok").count())
                            .isEqualTo(1));
                });
    }

    @Test
    void libraries_for_health_and_meters_may_be_missing() {
        application
                .withClassLoader(new FilteredClassLoader(HealthIndicator.class, MeterBinder.class))
                .run(context -> assertThat(context)
                        .hasSingleBean(Gateway.class)
                        .doesNotHaveBean("tapGatewayHealthIndicator")
                        .doesNotHaveBean("tapGatewayMeters"));
    }

    @Test
    void providers_among_the_beans_join_each_session_that_is_opened() {
        application
                .withBean(Provider.class, GatewayAutoConfigurationTest::greeter)
                .run(context -> {
                    GatewaySession first = open(context, "first");
                    GatewaySession second = open(context, "second");

                    await().until(() -> first.tool("greet").isPresent()
                            && second.tool("greet").isPresent());
                    assertThat(second.callTool("greet", JsonValue.EMPTY_OBJECT)
                                    .toCompletableFuture()
                                    .join()
                                    .ok())
                            .isTrue();
                });
    }

    @Test
    void a_provider_that_is_refused_keeps_the_application_from_starting() {
        application
                .withBean("one", Provider.class, GatewayAutoConfigurationTest::greeter)
                .withBean("other", Provider.class, GatewayAutoConfigurationTest::greeter)
                .run(context -> assertThat(context).hasFailed());
    }

    @Test
    void each_setting_is_described_to_editors() throws IOException, MalformedJson {
        String metadata = Files.readString(Path.of("target/classes/META-INF/spring-configuration-metadata.json"));

        Map<String, JsonValue> described = JsonValue.parse(metadata).get("properties").orElseThrow().elements().stream()
                .collect(Collectors.toMap(
                        it -> it.get("name").orElseThrow().asString(),
                        it -> it.get("description").orElse(JsonValue.NULL)));

        assertThat(described).containsOnlyKeys(SETTINGS).doesNotContainValue(JsonValue.NULL);
    }

    static GatewaySession open(ApplicationContext context, String id) {
        return context.getBean(Gateway.class)
                .openSession(
                        SessionInfo.of(id, id, Path.of("").toAbsolutePath()).withForeground(true),
                        SessionHost.ignoringEverything());
    }

    private static Provider greeter() {
        return Provider.named("greeter")
                .tool("greet", "Greets.", Schema.object(), call -> "Hello")
                .build();
    }
}
