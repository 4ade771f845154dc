package io.tapgateway.app.connect;

import io.tapgateway.protocol.json.JsonValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The agents that can be connected, and what belongs into which of their files (G-040, G-041). */
public enum AgentKind {
    CLAUDE("Claude Code", "claude", "Claude asks once whether it may use the server where .mcp.json names it"),
    CODEX("Codex", "codex", "Codex reads .codex/config.toml of a project that it trusts, and asks about that once"),
    GEMINI("Gemini CLI", "gemini", "Gemini leaves servers out in folders that you have not trusted: /permissions"),
    COPILOT("Copilot CLI", "copilot", "Copilot asks whether it trusts the folder, and before it uses a tool"),
    OPENCODE("opencode", "opencode", "opencode asks nothing"),
    QWEN("Qwen Code", "qwen", "Qwen asks before it uses a tool, and sees no tools that come later"),
    VSCODE("VS Code", "code", "VS Code asks whether you trust the server when it starts it"),
    CURSOR("Cursor", "cursor", "Cursor asks you to enable the server in its settings");

    /** What the gateway is called as a server. */
    static final String SERVER = "tap";

    /** Longer than any call may take, so that the agent is not the one who gives up (G-015); in seconds. */
    static final int TOOL_TIMEOUT_SECONDS = 620;

    /** How long an agent waits for its hook, which gives up before that (G-022); in seconds. */
    static final int HOOK_SECONDS = 10;

    /** What an agent asks about or tells of, but for the end of a conversation. */
    private static final List<String> EVENTS =
            List.of("PreToolUse", "PostToolUse", "UserPromptSubmit", "Stop", "SessionStart");

    private static final JsonValue MCP = JsonValue.array(List.of(JsonValue.of("mcp")));

    private final String title;
    private final String program;
    private final String asks;

    AgentKind(String title, String program, String asks) {
        this.title = title;
        this.program = program;
        this.asks = asks;
    }

    /** As its makers write it. */
    public String title() {
        return title;
    }

    /** As the command line names it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What the person will be asked by the agent, as a clause. */
    public String asks() {
        return asks;
    }

    /** Where it is in the search path. */
    public Optional<Path> found(Map<String, String> environment) {
        return List.of(environment.getOrDefault("PATH", "").split(":")).stream()
                .filter(it -> it.startsWith("/"))
                .map(it -> Path.of(it, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /**
     * One thing in a file.
     *
     * @param path of a member in JSON, or of an array if {@code isElement}; of a table in TOML
     * @param value JSON of one line; the lines of a table in TOML
     */
    record Wanted(Path file, List<String> path, boolean isElement, String value) {
        boolean isToml() {
            return file.toString().endsWith(".toml");
        }
    }

    /** What is to be in which file. */
    List<Wanted> wanted(ConnectPlace here, boolean allowTools) {
        String launcher = here.isShared() ? "tapgateway" : here.launcher();
        JsonValue command = JsonValue.of(launcher);
        Path own = here.userHome();
        return switch (this) {
            case CLAUDE -> claude(here, command, allowTools);
            case CODEX -> codex(here, command);
            case GEMINI, QWEN ->
                List.of(server(
                        here.file(own.resolve("." + label()), "." + label(), "settings.json"),
                        "mcpServers",
                        "{\"command\": " + command.json() + ", \"args\": [\"mcp\"], \"timeout\": " + millis() + "}"));
            case COPILOT ->
                List.of(server(
                        here.isShared()
                                ? here.workspace().resolve(".mcp.json")
                                : here.setting("COPILOT_HOME", own.resolve(".copilot"))
                                        .resolve("mcp-config.json"),
                        "mcpServers",
                        "{\"type\": \"local\", \"command\": " + command.json()
                                + ", \"args\": [\"mcp\"], \"tools\": [\"*\"]}"));
            case OPENCODE ->
                List.of(server(
                        here.file(
                                here.setting("XDG_CONFIG_HOME", own.resolve(".config"))
                                        .resolve("opencode"),
                                "",
                                "opencode.json"),
                        "mcp",
                        "{\"type\": \"local\", \"command\": [" + command.json() + ", \"mcp\"], \"enabled\": true, "
                                + "\"timeout\": " + millis() + "}"));
            case VSCODE ->
                List.of(server(
                        here.file(own.resolve(".config/Code/User"), ".vscode", "mcp.json"),
                        "servers",
                        "{\"type\": \"stdio\", \"command\": " + command.json() + ", \"args\": [\"mcp\"]}"));
            case CURSOR ->
                List.of(server(
                        here.file(own.resolve(".cursor"), ".cursor", "mcp.json"),
                        "mcpServers",
                        "{\"command\": " + command.json() + ", \"args\": [\"mcp\"]}"));
        };
    }

    private static List<Wanted> claude(ConnectPlace here, JsonValue command, boolean allowTools) {
        String entry = "{\"type\": \"stdio\", \"command\": " + command.json() + ", \"args\": " + MCP.json()
                + ", \"alwaysLoad\": true}";
        List<Wanted> wanted = new ArrayList<>();
        Path settings =
                here.workspace().resolve(".claude").resolve(here.isShared() ? "settings.json" : "settings.local.json");
        if (here.isShared()) {
            wanted.add(server(here.workspace().resolve(".mcp.json"), "mcpServers", entry));
            wanted.add(new Wanted(settings, List.of("enabledMcpjsonServers"), true, "\"" + SERVER + "\""));
        } else {
            wanted.add(new Wanted(
                    here.setting("CLAUDE_CONFIG_DIR", here.userHome()).resolve(".claude.json"),
                    List.of("projects", here.repository().toString(), "mcpServers", SERVER),
                    false,
                    entry));
        }
        if (allowTools) {
            wanted.add(new Wanted(settings, List.of("permissions", "allow"), true, "\"mcp__" + SERVER + "__*\""));
        }
        wanted.addAll(hooks(settings, here, "claude", EVENTS));
        wanted.addAll(hooks(settings, here, "claude", List.of("SessionEnd")));
        return wanted;
    }

    /** Codex has no file of hooks that is one person's and one directory's, so its hooks are shared ones (G-040). */
    private static List<Wanted> codex(ConnectPlace here, JsonValue command) {
        Path own = here.setting("CODEX_HOME", here.userHome().resolve(".codex"));
        List<Wanted> wanted = new ArrayList<>();
        wanted.add(new Wanted(
                here.file(own, ".codex", "config.toml"),
                List.of("mcp_servers", SERVER),
                false,
                "command = " + command.json() + "\nargs = [\"mcp\"]\ntool_timeout_sec = " + TOOL_TIMEOUT_SECONDS));
        if (here.isShared()) {
            wanted.addAll(hooks(here.workspace().resolve(".codex/hooks.json"), here, "codex", EVENTS));
        }
        return wanted;
    }

    /** Of a tool that is about to be used, the agent is told no as well if the hook itself fails (G-022). */
    private static List<Wanted> hooks(Path file, ConnectPlace here, String agent, List<String> events) {
        return events.stream()
                .map(event -> {
                    String failure =
                            event.equals("PreToolUse") && agent.equals("claude") ? ", \"onFailure\": \"block\"" : "";
                    String entry = "{\"matcher\": \"*\", \"hooks\": [{\"type\": \"command\", \"command\": "
                            + JsonValue.of(hook(here, agent)).json() + ", \"timeout\": " + HOOK_SECONDS + failure
                            + "}]}";
                    return new Wanted(file, List.of("hooks", event), true, entry);
                })
                .toList();
    }

    /** Whoever shares the file and has no gateway goes on without one. */
    private static String hook(ConnectPlace here, String agent) {
        return here.isShared()
                ? "command -v tapgateway >/dev/null || exit 0; tapgateway hook " + agent
                : here.quotedLauncher() + " hook " + agent;
    }

    private static Wanted server(Path file, String section, String entry) {
        return new Wanted(file, List.of(section, SERVER), false, entry);
    }

    private static int millis() {
        return TOOL_TIMEOUT_SECONDS * 1000;
    }
}
