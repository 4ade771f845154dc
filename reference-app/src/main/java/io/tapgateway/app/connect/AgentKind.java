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
            case CODEX ->
                List.of(new Wanted(
                        here.file(here.setting("CODEX_HOME", own.resolve(".codex")), ".codex", "config.toml"),
                        List.of("mcp_servers", SERVER),
                        false,
                        "command = " + command.json() + "\nargs = [\"mcp\"]\ntool_timeout_sec = "
                                + TOOL_TIMEOUT_SECONDS));
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
        return wanted;
    }

    private static Wanted server(Path file, String section, String entry) {
        return new Wanted(file, List.of(section, SERVER), false, entry);
    }

    private static int millis() {
        return TOOL_TIMEOUT_SECONDS * 1000;
    }
}
