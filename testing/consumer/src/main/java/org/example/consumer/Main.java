package org.example.consumer;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Credentials;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.provider.ws.WebSocketProvider;
import io.tapgateway.runtime.CallHandle;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.transport.local.LocalProviderTransport;
import io.tapgateway.transport.ws.WebSocketSettings;
import io.tapgateway.transport.ws.WebSocketTransport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Uses a gateway from its first to its last moment: providers of this process and over a socket, calls that end by
 * themselves, by their host and by their time. It prints what it sees. Confined to the main thread.
 */
public final class Main {
    record Greeting(String name) {}

    record Welcome(String text, int letters) {}

    private Main() {}

    public static void main(String[] arguments) throws IOException {
        print("module " + Main.class.getModule().getName());
        try (Gateway gateway = Gateway.builder().build();
                WebSocketTransport port = WebSocketTransport.attach(
                        gateway, WebSocketSettings.standard().withPort(0))) {
            GatewaySession session = gateway.openSession(
                    SessionInfo.of("main", "A session", Path.of("").toAbsolutePath()),
                    SessionHost.ignoringEverything());
            try (BoundProvider greeter = LocalProviderTransport.attach(
                            gateway, session.info().id(), greeter());
                    Sleeper sleeper = new Sleeper(gateway, session, port)) {
                await(greeter.whenBound());
                print(await(session.callTool("greet", JsonValue.of(Map.of("name", "Ada")))));
                print(await(session.callTool("greet", JsonValue.of(Map.of("nobody", "")))));

                CallHandle call = session.startCall("sleep", JsonValue.of(Map.of()), CallOptions.NONE);
                print("asleep " + await(sleeper.asleep));
                call.cancel();
                print(await(call.outcome()));
                print("woken " + await(sleeper.woken));

                CallOptions briefly = CallOptions.NONE.within(Duration.ofMillis(50));
                print(await(session.startCall("sleep", JsonValue.of(Map.of()), briefly)
                        .outcome()));
            }
            session.close();
        }
        print("closed");
    }

    private static Provider greeter() {
        return Provider.named("greeter")
                .tool("greet", Greeting.class, "Greets someone.", (it, call) -> {
                    String text = "Hello, " + it.name() + "!";
                    return new Welcome(text, text.length());
                })
                .build();
    }

    /** A provider over a socket with a tool that ends only when its call is cancelled. */
    private static final class Sleeper implements AutoCloseable {
        private final CompletableFuture<String> asleep = new CompletableFuture<>();
        private final CompletableFuture<Boolean> woken = new CompletableFuture<>();
        private final BoundProvider provider;

        Sleeper(Gateway gateway, GatewaySession session, WebSocketTransport port) {
            String token = gateway.tokens()
                    .issueSpawnToken(session.info().id(), new ProviderName("sleeper"))
                    .reveal();
            Provider description = Provider.named("sleeper")
                    .tool("sleep", "Sleeps until it is woken.", Schema.object(), call -> {
                        asleep.complete(call.tool().value());
                        return call.cancelled().thenApply(nothing -> {
                            woken.complete(call.isCancelled());
                            return "awake";
                        });
                    })
                    .build();
            provider = WebSocketProvider.connect(port.url(), Credentials.token(token), description);
            await(provider.whenBound());
        }

        @Override
        public void close() {
            provider.close();
            await(provider.whenEnded());
        }
    }

    private static <T> T await(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    private static void print(ToolOutcome outcome) {
        print(outcome.accept(new ToolOutcome.Visitor<String>() {
            @Override
            public String onSuccess(ToolOutcome.Success success) {
                return success.provenance().provider() + " says " + success.data();
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
                return "failed, " + failure.code();
            }
        }));
    }

    private static void print(String line) {
        System.out.println(line);
    }
}
