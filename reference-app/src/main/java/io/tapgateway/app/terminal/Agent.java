package io.tapgateway.app.terminal;

import io.tapgateway.app.session.AppSessions;
import io.tapgateway.app.session.NumberedEntry;
import io.tapgateway.app.session.SamplePrompt;
import io.tapgateway.app.text.PlainText;
import io.tapgateway.app.text.Table;
import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.SessionHostEvent;
import io.tapgateway.runtime.SessionView;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.runtime.ToolOutcome;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * What a person can do as the agent of a session, one line at a time. Lines come from one thread; answers of tools and news
 * come on others, and go to the same screen.
 */
final class Agent {
    /** The words a line can begin with, for completion and help. */
    static final List<String> WORDS = List.of(
            "tools",
            "call",
            "check",
            "prompt",
            "say",
            "idle",
            "interrupt",
            "sessions",
            "use",
            "providers",
            "streams",
            "pair",
            "unlock",
            "help",
            "quit");

    /** Around what must not be overlooked. */
    private static final String FRAME = "=".repeat(60);

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

    private final Gateway gateway;
    private final AppSessions sessions;
    private final Consumer<String> screen;
    private final AtomicInteger running = new AtomicInteger();
    private volatile String current;

    /** @param screen shows a line, from any thread */
    Agent(Gateway gateway, AppSessions sessions, Consumer<String> screen) {
        this.gateway = gateway;
        this.sessions = sessions;
        this.screen = screen;
        this.current = sessions.foreground()
                .map(session -> session.gateway().info().id().value())
                .orElse("");
    }

    /** The session the person is in. */
    String current() {
        return current;
    }

    /**
     * Does what a line says.
     *
     * @return whether the person wants to go on
     */
    boolean obey(String line) {
        String[] words = line.strip().split("\\s+", 2);
        String rest = words.length > 1 ? words[1].strip() : "";
        switch (words[0]) {
            case "" -> {}
            case "tools" -> tools();
            case "call" -> call(rest);
            case "check" -> check(rest);
            case "prompt" -> prompt(rest);
            case "say" -> say(rest);
            case "idle" -> inSession(session -> session.gateway().idle());
            case "interrupt" -> inSession(session -> session.gateway().interrupt());
            case "sessions" -> listSessions();
            case "use" -> use(rest);
            case "providers" -> providers();
            case "streams" -> streams();
            case "pair" -> openWindow();
            case "unlock" -> unlock();
            case "help" -> help();
            case "quit", "exit" -> {
                return false;
            }
            default -> show("There is no '" + words[0] + "' here; 'help' lists what there is.");
        }
        return true;
    }

    /**
     * Ends the calls that are running.
     *
     * @return whether there were any
     */
    boolean interruptCalls() {
        if (running.get() == 0) {
            return false;
        }
        inSession(session -> session.gateway().interrupt());
        return true;
    }

    /** A line of some session's timeline. */
    void onTimeline(SessionId session, NumberedEntry line) {
        String where = session.value().equals(current) ? "" : "(" + session + ") ";
        TimelineEntry entry = line.entry();
        if (entry.level() == TimelineEntry.Level.PAIRING) {
            show(FRAME);
            show(where + entry.text());
            show(FRAME);
        } else {
            show(where + entry.source() + ": " + entry.text());
        }
    }

    private void tools() {
        inSession(session -> {
            Table table = new Table("TOOL", "PROVIDER", "DESCRIPTION");
            session.gateway()
                    .tools()
                    .forEach(tool ->
                            table.row(tool.name().value(), tool.provider().value(), tool.description()));
            show(table, "No provider offers a tool here.");
        });
    }

    private void call(String text) {
        String[] words = text.split("\\s+", 2);
        Optional<JsonValue> args = object(words.length > 1 ? words[1] : "{}");
        if (words[0].isEmpty() || args.isEmpty()) {
            show("Write it like this: call demo_greet {\"name\": \"World\"}");
            return;
        }
        inSession(session -> {
            running.incrementAndGet();
            session.gateway().callTool(words[0], args.get()).whenComplete((outcome, failure) -> {
                running.decrementAndGet();
                show(words[0] + (failure == null ? result(outcome) : ": failed"));
            });
        });
    }

    private static String result(ToolOutcome outcome) {
        if (outcome instanceof ToolOutcome.Success success) {
            return " → " + success.data().json();
        }
        if (outcome instanceof ToolOutcome.File file) {
            return " → a file: " + file.content();
        }
        ToolOutcome.Failure failure = (ToolOutcome.Failure) outcome;
        return " failed: " + failure.code() + ": " + failure.error();
    }

    private void check(String text) {
        String[] words = text.split("\\s+", 2);
        Optional<JsonValue> args = object(words.length > 1 ? words[1] : "{}");
        if (words[0].isEmpty() || args.isEmpty()) {
            show("Write it like this: check shell {\"command\": \"git push\"}");
            return;
        }
        inSession(session -> session.gateway()
                .preToolUse(words[0], args.get())
                .thenAccept(decision -> HookText.lines(words[0], decision).forEach(this::show)));
    }

    private void prompt(String text) {
        inSession(session -> {
            if (!text.isEmpty()) {
                session.gateway().publish(SessionHostEvent.userMessage(text));
            }
            session.gateway()
                    .assemblePrompt(SamplePrompt.SECTIONS)
                    .thenAccept(assembly -> HookText.lines(assembly).forEach(this::show));
        });
    }

    private void say(String text) {
        if (text.isEmpty()) {
            show("Write it like this: say What is the weather like?");
            return;
        }
        inSession(session -> session.gateway().publish(SessionHostEvent.userMessage(text)));
    }

    private void listSessions() {
        Table table = new Table("", "SESSION", "STATE", "TOOLS", "PROVIDERS", "LABEL");
        for (SessionView view : sessions.views()) {
            String id = view.info().id().value();
            table.row(
                    id.equals(current) ? "*" : "",
                    id,
                    view.state().label(),
                    Integer.toString(view.tools()),
                    Integer.toString(view.providers()),
                    view.info().label());
        }
        show(table, "There are no sessions.");
    }

    private void use(String id) {
        Optional<AppSessions.Open> session = sessions.find(id);
        if (session.isEmpty()) {
            show("There is no session '" + id + "'; 'sessions' lists them.");
            return;
        }
        session.get().gateway().bringToForeground();
        current = id;
    }

    private void providers() {
        Table table = new Table("PROVIDER", "TRUST", "STATE", "SESSION", "TOOLS");
        gateway.providers()
                .forEach(provider -> table.row(
                        provider.identity()
                                .map(identity -> identity.name().value())
                                .orElse("?"),
                        provider.trust().label(),
                        provider.state(),
                        provider.sessionId().map(SessionId::value).orElse(""),
                        Integer.toString(provider.load().tools().size())));
        show(table, "No provider is connected.");
    }

    private void streams() {
        inSession(session -> {
            Table table = new Table("STREAM", "EVENTS");
            session.gateway().streams().forEach(stream -> table.row(stream.name(), Integer.toString(stream.events())));
            show(table, "No provider has pushed anything here.");
        });
    }

    private void openWindow() {
        gateway.pairing().openWindow();
        String until = gateway.pairing()
                .status()
                .windowClosesAt()
                .map(at -> " until " + TIME.format(at.atZone(ZoneId.systemDefault())))
                .orElse("");
        show("Pages of any site may ask for a pairing code" + until + ".");
    }

    private void unlock() {
        gateway.pairing().unlock();
        show("Pairing is unlocked.");
    }

    private void help() {
        show(
                new Table("YOU WRITE", "AND THEN")
                        .row("tools", "lists what you, the agent, may call")
                        .row("call TOOL {…}", "calls a tool with these arguments; Ctrl-C interrupts it")
                        .row("check TOOL {…}", "asks whether a tool may be used; nothing is called")
                        .row("prompt [TEXT]", "shows what providers make of a prompt")
                        .row("say TEXT", "tells providers that the user wrote this")
                        .row("idle", "tells providers that you have finished your turn")
                        .row("interrupt", "ends all calls that are running")
                        .row("sessions", "lists the sessions")
                        .row("use SESSION", "goes to another session, which is then in the foreground")
                        .row("providers", "lists who is connected")
                        .row("streams", "lists what providers have pushed")
                        .row("pair", "lets the pages of any site ask for a pairing code, for two minutes")
                        .row("unlock", "lets those ask again who were shut out after wrong or ignored codes")
                        .row("quit", "stops the gateway"),
                "");
    }

    private void inSession(Consumer<AppSessions.Open> action) {
        sessions.find(current)
                .ifPresentOrElse(
                        action, () -> show("The session '" + current + "' has ended; go to another one with 'use'."));
    }

    private void show(Table table, String empty) {
        if (table.isEmpty()) {
            show(empty);
        } else {
            table.lines().forEach(this::show);
        }
    }

    private void show(String line) {
        screen.accept(PlainText.of(line));
    }

    private static Optional<JsonValue> object(String text) {
        try {
            return Optional.of(JsonValue.parse(text)).filter(value -> value.kind() == JsonKind.OBJECT);
        } catch (MalformedJson e) {
            return Optional.empty();
        }
    }
}
