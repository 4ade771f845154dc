package io.tapgateway.examples.provider;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.transport.local.LocalProviderTransport;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Runs the provider and a gateway in one process, and calls its tools as an agent would. */
public final class LocalMain {
    private LocalMain() {}

    public static void main(String[] arguments) {
        try (Gateway gateway = Gateway.builder().build()) {
            SessionInfo info = SessionInfo.of(
                    "demo", "A session in this process", Path.of("").toAbsolutePath());
            GatewaySession session = gateway.openSession(info, new PrintingHost());
            BoundProvider provider = LocalProviderTransport.attach(
                    gateway, session.info().id(), ExampleProvider.create(LocalMain::print));
            provider.whenBound().toCompletableFuture().join();

            call(session, "greet", Map.of("name", "World"));
            call(session, "countdown", Map.of("from", 2));
        }
    }

    private static void call(GatewaySession session, String tool, Map<String, ?> arguments) {
        ToolOutcome outcome = session.callTool(tool, JsonValue.of(arguments))
                .toCompletableFuture()
                .join();
        print(tool + ": " + outcome);
    }

    private static void print(String line) {
        System.out.println(line);
    }

    /** What the session tells the agent; an agent framework would show it and start turns with it. */
    private static final class PrintingHost implements SessionHost {
        @Override
        public void toolsChanged(List<RegisteredTool> tools) {
            print("The agent may call "
                    + tools.stream().map(RegisteredTool::name).toList());
        }

        @Override
        public void log(TimelineEntry entry) {
            print(entry.source() + ": " + entry.text());
        }

        @Override
        public CompletionStage<Void> send(InjectedPrompt prompt) {
            print("A new turn begins with " + prompt.text());
            return CompletableFuture.completedFuture(null);
        }
    }
}
