package io.tapgateway.conformance.driver;

import static io.tapgateway.protocol.json.JsonReader.OBJECT;
import static io.tapgateway.protocol.json.JsonReader.TEXT;
import static io.tapgateway.protocol.json.JsonReader.WHOLE_NUMBER;

import io.tapgateway.protocol.codec.Identifiers;
import io.tapgateway.protocol.codec.ProgressAmountJson;
import io.tapgateway.protocol.codec.ToolProfileJson;
import io.tapgateway.protocol.json.JsonLimits;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.TraceParent;
import io.tapgateway.runtime.Asking;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.CheckOptions;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.PromptSections;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionHostEvent;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.runtime.ToolChange;
import io.tapgateway.runtime.view.AssemblyJson;
import io.tapgateway.runtime.view.DecisionJson;
import io.tapgateway.runtime.view.OutcomeJson;
import io.tapgateway.runtime.view.StreamEventJson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Answers as a driver of our own gateway, but for what it is told not to; on a thread of its own. */
final class DriverProgram {
    private final Gateway gateway;
    private final Set<String> unable;
    private final PrintStream out;
    private final Map<String, GatewaySession> sessions = new ConcurrentHashMap<>();

    private DriverProgram(Gateway gateway, Set<String> unable, OutputStream out) {
        this.gateway = gateway;
        this.unable = unable;
        this.out = new PrintStream(out, true, StandardCharsets.UTF_8);
    }

    /** Answers until there is nothing more to read. */
    static void start(Gateway gateway, Set<String> unable, InputStream in, OutputStream out) {
        DriverProgram program = new DriverProgram(gateway, unable, out);
        program.print(line -> line.number("driver", 1)
                .flag("spawns", !unable.contains("token"))
                .flag("alone", true));
        Thread thread = new Thread(() -> program.read(in), "driver-program");
        thread.setDaemon(true);
        thread.start();
    }

    private void read(InputStream in) {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                asked(JsonObject.of(JsonValue.parseObject(line, JsonLimits.LINK)));
            }
        } catch (IOException | MalformedJson e) {
            out.close();
        }
    }

    private void print(Consumer<JsonWriter> members) {
        out.println(JsonWriter.toText(members));
    }

    private void asked(JsonObject line) {
        long id = line.required("id", WHOLE_NUMBER);
        String what = line.required("do", TEXT);
        if (unable.contains(what)) {
            print(out -> out.number("id", id).text("unsupported", "it has no " + what));
            return;
        }
        try {
            answer(line, what)
                    .whenComplete((members, failure) -> print(out -> {
                        out.number("id", id);
                        if (failure == null) {
                            members.accept(out);
                        } else {
                            out.text("problem", failure.getMessage());
                        }
                    }));
        } catch (RuntimeException e) {
            print(out -> out.number("id", id).text("problem", e.getMessage()));
        }
    }

    private CompletionStage<Consumer<JsonWriter>> answer(JsonObject line, String what) {
        String name = line.required("session", TEXT);
        if (what.equals("open")) {
            sessions.put(name, gateway.openSession(info(line), new TellingHost(name)));
            return done(out -> {});
        } else if (what.equals("token")) {
            String token = gateway.tokens()
                    .issueSpawnToken(new SessionId(name), new ProviderName(line.required("provider", TEXT)))
                    .reveal();
            return done(out -> out.text("token", token));
        }
        GatewaySession session = sessions.get(name);
        return switch (what) {
            case "call" -> call(session, line);
            case "cancel" -> done(() -> session.cancelCall(new CallId(line.required("call", TEXT))));
            case "check" ->
                session.preToolUse(
                                line.required("tool", TEXT),
                                line.required("args", OBJECT),
                                CheckOptions.NONE.asking(line.flag("unasked") ? Asking.RETURN : Asking.WAIT))
                        .thenApply(decision -> out -> DecisionJson.write(out, decision));
            case "prompt" ->
                session.assemblePrompt(PromptSections.of(AssemblyJson.sections(line))
                                .withProtected(line.list("protected", TEXT)))
                        .thenApply(assembly -> out -> AssemblyJson.write(out, assembly));
            case "tools" -> done(out -> tools(out, session.tools()));
            case "streams" ->
                done(out -> out.objects(
                        "streams",
                        session.streams(),
                        (one, stream) -> one.text("name", stream.name()).number("events", stream.events())));
            case "stream" ->
                done(out -> out.objects(
                        "entries",
                        session.stream(
                                line.required("stream", TEXT),
                                line.required("last", WHOLE_NUMBER).intValue()),
                        StreamEventJson::write));
            case "reserve" -> done(() -> session.reserveToolNames(new HashSet<>(line.list("tools", TEXT))));
            case "unchecked" -> done(() -> session.leaveArgumentsUnchecked(line.flag("wanted")));
            case "publish" ->
                done(() -> session.publish(
                        new SessionHostEvent(line.required("name", TEXT), line.required("data", OBJECT))));
            case "idle" -> done(session::idle);
            case "foreground" -> done(session::bringToForeground);
            case "interrupt" -> done(session::interrupt);
            case "close" -> session.close().thenApply(nothing -> out -> {});
            default -> throw new IllegalArgumentException("nobody knows " + what);
        };
    }

    private static CompletionStage<Consumer<JsonWriter>> done(Consumer<JsonWriter> members) {
        return CompletableFuture.completedFuture(members);
    }

    private static CompletionStage<Consumer<JsonWriter>> done(Runnable action) {
        action.run();
        return done(out -> {});
    }

    private static SessionInfo info(JsonObject line) {
        return SessionInfo.of(
                        line.required("session", TEXT),
                        line.required("label", TEXT),
                        Path.of(line.required("cwd", TEXT)))
                .withDiscoverable(line.flag("discoverable"))
                .withForeground(line.flag("foreground"))
                .withReservedToolNames(Set.copyOf(line.list("reserve", TEXT)))
                .withReservedProviderNames(names(line, "forbid"))
                .withConfiguredProviderNames(names(line, "keep"));
    }

    private static Set<ProviderName> names(JsonObject line, String member) {
        return line.list(member, Identifiers.PROVIDER_NAME).stream().collect(Collectors.toSet());
    }

    private CompletionStage<Consumer<JsonWriter>> call(GatewaySession session, JsonObject line) {
        String id = line.required("call", TEXT);
        CallOptions options = new CallOptions(
                        Optional.of(new CallId(id)),
                        line.optional("traceparent", TEXT).map(TraceParent::new),
                        line.optional("deadlineMs", WHOLE_NUMBER).map(Duration::ofMillis),
                        Optional.empty(),
                        Optional.empty())
                .reportingTo(report -> print(out -> ProgressAmountJson.write(
                        out.text("event", "progress")
                                .text("session", session.info().id())
                                .text("call", id)
                                .number("sequence", report.sequence())
                                .text("text", report.text()),
                        report.amount())));
        return session.startCall(line.required("tool", TEXT), line.required("args", OBJECT), options)
                .outcome()
                .thenApply(outcome -> out -> OutcomeJson.write(out, outcome));
    }

    private static void tools(JsonWriter out, List<RegisteredTool> tools) {
        out.objects("tools", tools, DriverProgram::tool);
    }

    private static void tool(JsonWriter out, RegisteredTool tool) {
        out.text("name", tool.name())
                .text("description", tool.description())
                .value("parameters", tool.parameters())
                .text("provider", tool.provider())
                .text("trust", tool.trust().label())
                .number("timeoutMs", tool.timeout().toMillis());
        ToolProfileJson.write(out, tool.profile());
    }

    /** Passes on what a session's host is told. */
    private final class TellingHost implements SessionHost {
        private final String session;

        TellingHost(String session) {
            this.session = session;
        }

        private void tell(String event, Consumer<JsonWriter> members) {
            print(out -> members.accept(out.text("event", event).text("session", session)));
        }

        @Override
        public void toolsChanged(List<RegisteredTool> tools) {
            tell("tools", out -> tools(out, tools));
        }

        @Override
        public void toolChanged(ToolChange change) {
            tell(
                    "tool",
                    out -> out.object("tool", change.tool(), DriverProgram::tool)
                            .text("before", change.before())
                            .text("after", change.after()));
        }

        @Override
        public void log(TimelineEntry entry) {
            tell(
                    "log",
                    out -> out.text("level", entry.level().label())
                            .text("source", entry.source())
                            .text("text", entry.text())
                            .text("call", entry.call()));
        }

        @Override
        public CompletionStage<Void> send(InjectedPrompt prompt) {
            tell(
                    "send",
                    out -> out.text("provider", prompt.source().provider())
                            .text("trust", prompt.source().trust().label())
                            .text("stream", prompt.stream())
                            .word("kind", prompt.kind())
                            .text("text", prompt.text())
                            .value("metadata", prompt.metadata()));
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public void closed() {
            tell("ended", out -> {});
        }
    }
}
