package io.tapgateway.app.connect;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.SessionId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The agents that can be connected, and what belongs into which of their files (G-040, G-041). */
public enum AgentKind {
    CLAUDE(
            "Claude Code",
            "claude",
            "claude-code",
            "2.1.330",
            "Claude asks once whether it may use the server where .mcp.json names it"),
    CODEX(
            "Codex",
            "codex",
            "codex",
            "0.169.0",
            "Codex reads .codex/config.toml of a project that it trusts, and asks about that once"),
    GEMINI(
            "Gemini CLI",
            "gemini",
            "gemini",
            "0.61.0",
            "Gemini leaves servers out in folders that you have not trusted: /permissions"),
    COPILOT(
            "Copilot CLI",
            "copilot",
            "copilot",
            "1.0.102",
            "Copilot asks whether it trusts the folder, and before it uses a tool"),
    OPENCODE("opencode", "opencode", "opencode", "1.18.33", "opencode asks nothing"),
    QWEN("Qwen Code", "qwen", "qwen", "0.24.4", "Qwen asks before it uses a tool, and sees no tools that come later"),
    VSCODE("VS Code", "code", "visual-studio-code", "", "VS Code asks whether you trust the server when it starts it"),
    CURSOR("Cursor", "cursor", "cursor", "", "Cursor asks you to enable the server in its settings");

    /** What the gateway is called as a server. */
    static final String SERVER = "tap";

    /** Longer than any call may take, so that the agent is not the one who gives up (G-015); in seconds. */
    static final int TOOL_TIMEOUT_SECONDS = 620;

    private final String title;
    private final String program;
    private final String client;
    private final String tested;
    private final String asks;

    /** @param tested the version with which all of this was tried; empty if with none */
    AgentKind(String title, String program, String client, String tested, String asks) {
        this.title = title;
        this.program = program;
        this.client = client;
        this.tested = tested;
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

    /** The version with which the build tries all of this; of some agents there is only what their makers write. */
    public Optional<String> tested() {
        return Optional.of(tested).filter(it -> !it.isEmpty());
    }

    /** The name of its program. */
    String program() {
        return program;
    }

    /** Whose MCP connection has a session of that id, as far as one can tell by what clients call themselves. */
    public static Optional<AgentKind> ofSession(SessionId session) {
        return Arrays.stream(values())
                .filter(it -> session.value().contains(it.client))
                .findFirst();
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
     * @param path of a member in JSON, or of an array if {@code isElement}; of a table in TOML; of nothing if it is all
     *     that the file has
     * @param value JSON of one line; the lines of a table in TOML; the whole file
     */
    record Wanted(Path file, List<String> path, boolean isElement, String value) {
        boolean isToml() {
            return file.toString().endsWith(".toml");
        }

        boolean isWhole() {
            return path.isEmpty();
        }

        /** What a file of that kind has before anything is in it. */
        String nothing() {
            return isToml() || isWhole() ? "" : "{}\n";
        }
    }

    /** Whether its hooks of a person are in a file that holds for all directories. */
    boolean hasHooksEverywhere() {
        return switch (this) {
            case CODEX, GEMINI, COPILOT, OPENCODE, QWEN, CURSOR -> true;
            case CLAUDE, VSCODE -> false;
        };
    }

    /** What is to be in which file. */
    List<Wanted> wanted(ConnectPlace here, boolean allowTools) {
        String launcher = here.isShared() ? "tapgateway" : here.launcher();
        String command = JsonValue.of(launcher).json();
        List<String> words = new ArrayList<>(List.of("mcp"));
        if (!here.isShared()) {
            here.home().ifPresent(it -> words.addAll(List.of("--home", it.toString())));
        }
        String args = JsonValue.of(words).json();
        Path own = here.userHome();
        List<Wanted> wanted = new ArrayList<>();
        switch (this) {
            case CLAUDE -> wanted.addAll(claude(here, command, args, allowTools));
            case CODEX ->
                wanted.add(new Wanted(
                        here.file(here.setting("CODEX_HOME", own.resolve(".codex")), ".codex", "config.toml"),
                        List.of("mcp_servers", SERVER),
                        false,
                        "command = " + command + "\nargs = " + args + "\ntool_timeout_sec = " + TOOL_TIMEOUT_SECONDS));
            case GEMINI, QWEN ->
                wanted.add(server(
                        here.file(own.resolve("." + label()), "." + label(), "settings.json"),
                        "mcpServers",
                        "{\"command\": " + command + ", \"args\": " + args + ", \"timeout\": " + millis()
                                // Otherwise they are behind a search of Qwen's own.
                                + (this == QWEN ? ", \"alwaysLoadTools\": true}" : "}")));
            case COPILOT ->
                wanted.add(
                        here.isShared()
                                ? ofProject(here, command, args)
                                : server(
                                        here.setting("COPILOT_HOME", own.resolve(".copilot"))
                                                .resolve("mcp-config.json"),
                                        "mcpServers",
                                        "{\"type\": \"local\", \"command\": " + command + ", \"args\": " + args
                                                + ", \"tools\": [\"*\"]}"));
            case OPENCODE -> {
                words.add(0, launcher);
                wanted.add(server(
                        here.file(
                                here.setting("XDG_CONFIG_HOME", own.resolve(".config"))
                                        .resolve("opencode"),
                                "",
                                "opencode.json"),
                        "mcp",
                        "{\"type\": \"local\", \"command\": "
                                + JsonValue.of(words).json() + ", \"enabled\": true, \"timeout\": " + millis() + "}"));
            }
            case VSCODE ->
                wanted.add(server(
                        here.file(own.resolve(".config/Code/User"), ".vscode", "mcp.json"),
                        "servers",
                        "{\"type\": \"stdio\", \"command\": " + command + ", \"args\": " + args + "}"));
            case CURSOR ->
                wanted.add(server(
                        here.file(own.resolve(".cursor"), ".cursor", "mcp.json"),
                        "mcpServers",
                        "{\"command\": " + command + ", \"args\": " + args + "}"));
        }
        wanted.addAll(HookEntries.of(this, here));
        return wanted;
    }

    private static List<Wanted> claude(ConnectPlace here, String command, String args, boolean allowTools) {
        List<Wanted> wanted = new ArrayList<>();
        Path settings = HookEntries.claudeSettings(here);
        if (here.isShared()) {
            wanted.add(ofProject(here, command, args));
            wanted.add(new Wanted(settings, List.of("enabledMcpjsonServers"), true, "\"" + SERVER + "\""));
        } else {
            wanted.add(new Wanted(
                    here.setting("CLAUDE_CONFIG_DIR", here.userHome()).resolve(".claude.json"),
                    List.of("projects", here.repository().toString(), "mcpServers", SERVER),
                    false,
                    "{\"type\": \"stdio\", \"command\": " + command + ", \"args\": " + args
                            + ", \"alwaysLoad\": true}"));
        }
        if (allowTools) {
            wanted.add(new Wanted(settings, List.of("permissions", "allow"), true, "\"mcp__" + SERVER + "__*\""));
        }
        return wanted;
    }

    /**
     * The one entry that Claude and Copilot share: Claude leaves out what is of another type, and each what it does not
     * know.
     */
    private static Wanted ofProject(ConnectPlace here, String command, String args) {
        return server(
                here.workspace().resolve(".mcp.json"),
                "mcpServers",
                "{\"type\": \"stdio\", \"command\": " + command + ", \"args\": " + args
                        + ", \"tools\": [\"*\"], \"alwaysLoad\": true}");
    }

    private static Wanted server(Path file, String section, String entry) {
        return new Wanted(file, List.of(section, SERVER), false, entry);
    }

    private static int millis() {
        return TOOL_TIMEOUT_SECONDS * 1000;
    }
}
