package io.tapgateway.examples.embedding;

import io.tapgateway.examples.greeter.Greeter;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Credentials;
import io.tapgateway.runtime.CallHandle;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.PromptSections;
import io.tapgateway.runtime.Secret;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.transport.local.LocalProviderTransport;
import io.tapgateway.transport.ws.WebSocketSettings;
import io.tapgateway.transport.ws.WebSocketTransport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;

/** An agent's program with a gateway inside. Thread-safe. */
public final class EmbeddedAgent implements AutoCloseable {
    private final Gateway gateway;
    private final WebSocketTransport port;
    private final GatewaySession session;

    /**
     * Opens a gateway with one session.
     *
     * @param number the port for providers; 0 picks a free one
     * @throws IOException if the port is taken
     */
    public EmbeddedAgent(int number, SessionHost host) throws IOException {
        gateway = Gateway.builder()
                .limits(Limits.standard().with(Limit.DEFAULT_TOOL_TIMEOUT, 20_000))
                .build();
        port = WebSocketTransport.attach(gateway, WebSocketSettings.standard().withPort(number));
        SessionInfo info = SessionInfo.of("review", "PR #42 review", Path.of("").toAbsolutePath())
                .withForeground(true)
                .withReservedToolNames(Set.of("shell"));
        session = gateway.openSession(info, host);
    }

    /** The session. */
    public GatewaySession session() {
        return session;
    }

    /** Lends the agent the tools of an object in this process. */
    public BoundProvider attachGreeter() {
        return LocalProviderTransport.attach(gateway, session.info().id(), Greeter.describe());
    }

    /**
     * Starts a program that brings tools, and may have rules. Its token dies with it.
     *
     * @param log where what it prints goes
     */
    public Process start(String name, List<String> command, Path log) throws IOException {
        Secret token = gateway.tokens().issueSpawnToken(session.info().id(), new ProviderName(name));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().put(Credentials.TOKEN_VARIABLE, token.reveal());
        builder.environment().put(Credentials.URL_VARIABLE, port.url().toString());
        Process process = builder.start();
        var unused = process.onExit().thenRun(() -> gateway.tokens().revoke(token));
        return process;
    }

    /** Has a provider's tool run, and says what the model gets to read. */
    public CompletionStage<String> use(String tool, Map<String, ?> arguments) {
        return session.callTool(tool, JsonValue.of(arguments))
                .thenApply(outcome -> outcome.accept(new ToolOutcome.Visitor<>() {
                    @Override
                    public String onSuccess(ToolOutcome.Success success) {
                        return success.provenance().provider() + " says: " + success.data();
                    }

                    @Override
                    public String onFile(ToolOutcome.File file) {
                        return "A file: " + file.content();
                    }

                    @Override
                    public String onContent(ToolOutcome.Content content) {
                        return content.provenance().provider() + " says: "
                                + content.content().json();
                    }

                    @Override
                    public String onFailure(ToolOutcome.Failure failure) {
                        return "Failed, " + failure.code() + ": " + failure.error();
                    }
                }));
    }

    /** Has a provider's tool run for so long at most, and shows what it reports meanwhile. The handle cancels it. */
    public CallHandle start(String tool, Map<String, ?> arguments, Duration longest, Consumer<String> show) {
        return session.startCall(
                tool,
                JsonValue.of(arguments),
                CallOptions.NONE.within(longest).reportingTo(progress -> show.accept(progress.line())));
    }

    /** Runs the agent's own tool, if no gate is against it. */
    public CompletionStage<String> shell(String command, Function<String, String> run) {
        JsonValue arguments = JsonValue.of(Map.of("command", command));
        return session.preToolUse("shell", arguments)
                .thenApply(decision -> decision.accept(new HookDecision.Visitor<>() {
                    @Override
                    public String onAllow(HookDecision.Allow allow) {
                        boolean covered = allow.permit().covers("shell", arguments);
                        return covered ? run.apply(command) : "Not what was allowed";
                    }

                    @Override
                    public String onDeny(HookDecision.Deny deny) {
                        return "Not allowed: " + deny.reason();
                    }

                    @Override
                    public String onAsk(HookDecision.Ask ask) {
                        return "Somebody has to approve it: " + ask.question().why();
                    }
                }));
    }

    /** The prompt of the next turn, with what providers have to say. */
    public CompletionStage<String> prompt() {
        Map<String, String> sections = new LinkedHashMap<>();
        sections.put("identity", "You review pull requests.");
        sections.put("tone", "Be brief.");
        return session.assemblePrompt(PromptSections.of(sections)).thenApply(assembly -> {
            StringBuilder prompt = new StringBuilder();
            assembly.sections().values().forEach(text -> prompt.append(text).append("\n\n"));
            assembly.startupContext().forEach(it -> prompt.append(it.framed()).append("\n\n"));
            assembly.context().forEach(it -> prompt.append(it.framed()).append("\n\n"));
            return prompt.toString();
        });
    }

    /** First the sessions, so that providers can tidy up; then the port. */
    @Override
    public void close() {
        gateway.close();
        port.close();
    }
}
