package io.tapgateway.app.connect;

import io.tapgateway.app.connect.AgentKind.Wanted;
import io.tapgateway.protocol.json.JsonValue;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * What has an agent ask by its hooks, and in which of its files (G-020, G-041). What is written once means the same in
 * all later versions: agents ask about a command that has changed. Stateless.
 */
final class HookEntries {
    /** How long an agent waits for its hook, which gives up before that (G-022); in seconds. */
    static final int HOOK_SECONDS = 10;

    /** What all agents that are like Claude ask about or tell of. */
    private static final List<String> EVENTS =
            List.of("PreToolUse", "PostToolUse", "UserPromptSubmit", "Stop", "SessionStart", "SessionEnd");

    private static final List<String> OF_GEMINI =
            List.of("BeforeTool", "AfterTool", "BeforeAgent", "AfterAgent", "SessionStart", "SessionEnd");

    private static final List<String> OF_COPILOT = List.of(
            "preToolUse",
            "postToolUse",
            "postToolUseFailure",
            "userPromptSubmitted",
            "agentStop",
            "sessionStart",
            "sessionEnd");

    private static final List<String> OF_CURSOR = List.of(
            "preToolUse",
            "postToolUse",
            "postToolUseFailure",
            "beforeSubmitPrompt",
            "stop",
            "sessionStart",
            "sessionEnd");

    private static final String SECONDS = ", \"timeout\": " + HOOK_SECONDS;
    private static final String MILLIS = ", \"timeout\": " + HOOK_SECONDS * 1000;

    private HookEntries() {}

    static List<Wanted> of(AgentKind agent, ConnectPlace here) {
        Path own = here.userHome();
        return switch (agent) {
            case CLAUDE -> entries(agent, here, claudeSettings(here), with(EVENTS, "PostToolUseFailure"), SECONDS);
            case CODEX ->
                entries(
                        agent,
                        here,
                        here.file(here.setting("CODEX_HOME", own.resolve(".codex")), ".codex", "hooks.json"),
                        with(EVENTS, "Interrupt"),
                        SECONDS);
            case GEMINI ->
                entries(agent, here, here.file(own.resolve(".gemini"), ".gemini", "settings.json"), OF_GEMINI, MILLIS);
            case QWEN ->
                entries(
                        agent,
                        here,
                        here.file(own.resolve(".qwen"), ".qwen", "settings.json"),
                        with(EVENTS, "PostToolUseFailure"),
                        MILLIS);
            case COPILOT -> copilot(here);
            case OPENCODE -> List.of(plugin(here));
            case CURSOR -> cursor(here);
            case VSCODE -> List.of();
        };
    }

    /**
     * The file in which Claude's hooks and permissions of one project are. A person's is at the top of the repository,
     * as the server is: Claude reads that wherever in the repository it is started.
     */
    static Path claudeSettings(ConnectPlace here) {
        return here.isShared()
                ? here.workspace().resolve(".claude/settings.json")
                : here.repository().resolve(".claude/settings.local.json");
    }

    private static List<String> with(List<String> events, String... more) {
        return Stream.concat(events.stream(), Stream.of(more)).toList();
    }

    /** Of a tool that is about to be used, Claude is told no as well if the hook itself fails (G-022). */
    private static List<Wanted> entries(
            AgentKind agent, ConnectPlace here, Path file, List<String> events, String timeout) {
        String command = JsonValue.of(command(agent, here)).json();
        return events.stream()
                .map(event -> {
                    String failure =
                            event.equals("PreToolUse") && agent == AgentKind.CLAUDE ? ", \"onFailure\": \"block\"" : "";
                    String entry = "{\"matcher\": \"*\", \"hooks\": [{\"type\": \"command\", \"command\": " + command
                            + timeout + failure + "}]}";
                    return new Wanted(file, List.of("hooks", event), true, entry);
                })
                .toList();
    }

    /** Copilot does not name the event: its hook is told which of them asks. */
    private static List<Wanted> copilot(ConnectPlace here) {
        Path own = here.setting("COPILOT_HOME", here.userHome().resolve(".copilot"));
        Path file = here.file(own.resolve("hooks"), ".github/hooks", "tap.json");
        return versioned(file, OF_COPILOT, event -> {
            String tells = event.equals("preToolUse") ? "" : " --never-deny";
            String command =
                    JsonValue.of(command(AgentKind.COPILOT, here) + tells).json();
            return "{\"type\": \"command\", \"bash\": " + command + ", \"timeoutSec\": " + HOOK_SECONDS + "}";
        });
    }

    /** Cursor, too, is told no if the hook fails that asks about a tool (G-022). */
    private static List<Wanted> cursor(ConnectPlace here) {
        Path file = here.file(here.userHome().resolve(".cursor"), ".cursor", "hooks.json");
        String command = JsonValue.of(command(AgentKind.CURSOR, here)).json();
        return versioned(
                file,
                OF_CURSOR,
                event -> "{\"command\": " + command + SECONDS
                        + (event.equals("preToolUse") ? ", \"failClosed\": true}" : "}"));
    }

    /** A file of nothing but hooks, whose format has a version. */
    private static List<Wanted> versioned(Path file, List<String> events, UnaryOperator<String> entry) {
        List<Wanted> wanted = new ArrayList<>();
        wanted.add(new Wanted(file, List.of("version"), false, "1"));
        for (String event : events) {
            wanted.add(new Wanted(file, List.of("hooks", event), true, entry.apply(event)));
        }
        return wanted;
    }

    private static Wanted plugin(ConnectPlace here) {
        Path own = here.setting("XDG_CONFIG_HOME", here.userHome().resolve(".config"))
                .resolve("opencode");
        List<String> command = new ArrayList<>(List.of(here.isShared() ? "tapgateway" : here.launcher()));
        command.addAll(words(AgentKind.OPENCODE, here));
        String text = resource("opencode.js")
                .replace("@COMMAND@", JsonValue.of(command).json())
                .replace("@SHARED@", String.valueOf(here.isShared()));
        return new Wanted(here.file(own, ".opencode", "plugin").resolve("tap.js"), List.of(), false, text);
    }

    private static String resource(String name) {
        try (InputStream in = HookEntries.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is not among the resources");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String command(AgentKind agent, ConnectPlace here) {
        return line(agent, here, words(agent, here));
    }

    /**
     * The same, but that it asks in all directories, as Copilot's hook asks: users of that are shown nothing by hooks,
     * so that nothing which waits for a user is taken.
     */
    static String probe(ConnectPlace here) {
        return line(AgentKind.COPILOT, here, question(AgentKind.COPILOT, here));
    }

    /** Whoever shares the file and has no gateway goes on without one; Cursor takes silence for a failure. */
    private static String line(AgentKind agent, ConnectPlace here, List<String> all) {
        String words = all.stream()
                .map(it -> it.matches("[a-z-]+") ? it : here.quoted(it))
                .reduce("", (line, word) -> line + " " + word);
        return here.isShared()
                ? "command -v tapgateway >/dev/null || "
                        + (agent == AgentKind.CURSOR ? "{ echo '{}'; exit 0; }" : "exit 0") + "; tapgateway" + words
                : here.quotedLauncher() + words;
    }

    private static List<String> words(AgentKind agent, ConnectPlace here) {
        List<String> words = question(agent, here);
        if (!here.isShared() && agent.hasHooksEverywhere()) {
            words.add("--connected");
        }
        return words;
    }

    private static List<String> question(AgentKind agent, ConnectPlace here) {
        List<String> words = new ArrayList<>(List.of("hook", agent.label()));
        if (!here.isShared()) {
            here.home().ifPresent(it -> words.addAll(List.of("--home", it.toString())));
        }
        return words;
    }
}
