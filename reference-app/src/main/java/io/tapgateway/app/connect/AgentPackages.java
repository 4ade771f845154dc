package io.tapgateway.app.connect;

import io.tapgateway.app.connect.AgentKind.Wanted;
import io.tapgateway.app.text.ShellWord;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.json.MalformedJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Packages in the formats of agents: the entries that are written for a team, which an agent's own command installs and
 * takes out again, without a change to anybody's files (G-040). They name the program as the search path has it, and
 * stop nobody where it is not. Immutable.
 *
 * @param version of the program
 */
public record AgentPackages(String version) {
    /** What agents take for the version of one that is none. */
    private static final String NO_VERSION = "0.0.0";

    public AgentPackages {
        version = version.matches("[0-9]+\\.[0-9]+\\.[0-9]+.*") ? version : NO_VERSION;
    }

    /** What it is called among an agent's packages. Claude puts it into the names of tools. */
    static final String NAME = "tapgateway";

    /** The bundle of a server alone, for programs that take no hooks. */
    static final String BUNDLE = NAME + ".mcpb";

    /** Said by the launcher: where the program's libraries are, and packages beside them. */
    private static final String PROGRAM = "tapgateway.app";

    private static final String DIRECTORY = "agents";
    private static final String DESCRIPTION =
            "Tools of providers that dial in, and gates before the agent uses its own";
    private static final String HOME = "https://github.com/tapgateway/tap-gateway";
    private static final String LICENSE = "Apache-2.0";

    private static final ConnectPlace TEAM =
            new ConnectPlace(Path.of("/"), Path.of("/"), NAME, Map.of(), Optional.empty(), true);

    private static final String README = """
            # Tap Gateway

            Gives the agent a session of the gateway: the tools of all providers of that session, and hooks by which rules and
            gates hold for the tools that the agent has itself. It needs the program `tapgateway` on the search path; where
            that is not installed, nothing happens. Where it is, no tool is used while no gateway answers.

            More about it: https://github.com/tapgateway/tap-gateway
            """;

    /** Programs with windows are not told of all directories in which somebody has put programs. */
    private static final String SCRIPT = """
            #!/bin/sh
            PATH=$PATH:/opt/homebrew/bin:/usr/local/bin:$HOME/.local/bin
            export PATH
            exec %s "$@"
            """;

    /** Any time that all archives have alike. */
    private static final LocalDateTime LONG_AGO = LocalDateTime.of(1980, 1, 1, 0, 0);

    /** The line by which a person installs the package for an agent that lies beside this program, if there is one. */
    public static Optional<String> line(AgentKind agent) {
        return Optional.ofNullable(System.getProperty(PROGRAM)).flatMap(it -> line(agent, Path.of(it)));
    }

    static Optional<String> line(AgentKind agent, Path program) {
        Path directory = program.toAbsolutePath().normalize().resolve(DIRECTORY).resolve(agent.label());
        if (!Files.isDirectory(directory)) {
            return Optional.empty();
        }
        String word = ShellWord.quoted(directory.toString());
        return switch (agent) {
            case CLAUDE -> Optional.of("claude plugin install " + NAME + " --marketplace " + word);
            case GEMINI -> Optional.of("gemini extensions install " + word);
            case CODEX, COPILOT, OPENCODE, QWEN, VSCODE, CURSOR -> Optional.empty();
        };
    }

    /** Writes all of them into a directory, which is made if it is not there. */
    public void writeTo(Path directory) throws IOException {
        for (Map.Entry<String, String> file : files().entrySet()) {
            Path path = directory.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue());
        }
        Files.write(directory.resolve(BUNDLE), zipped(bundle()));
    }

    /** By their names below the directory. */
    Map<String, String> files() {
        Map<String, String> files = new LinkedHashMap<>();
        files.put("claude/.claude-plugin/marketplace.json", marketplace());
        files.put("claude/.claude-plugin/plugin.json", plugin());
        files.put("claude/.mcp.json", with(AgentKind.CLAUDE, "mcpServers", "{}\n"));
        files.put("claude/hooks/hooks.json", with(AgentKind.CLAUDE, "hooks", "{}\n"));
        files.put("claude/README.md", README);
        files.put("gemini/gemini-extension.json", with(AgentKind.GEMINI, "mcpServers", extension()));
        files.put("gemini/hooks/hooks.json", with(AgentKind.GEMINI, "hooks", "{}\n"));
        files.put("gemini/README.md", README);
        return files;
    }

    /** What the bundle of the server is made of. */
    Map<String, String> bundle() {
        JsonValue server = server();
        String script = "server/" + NAME + ".sh";
        Map<String, String> files = new LinkedHashMap<>();
        files.put("manifest.json", manifest(script, server.get("args").orElseThrow()));
        files.put(script, SCRIPT.formatted(server.get("command").orElseThrow().asString()));
        files.put("README.md", README);
        return files;
    }

    /** A text with one section of what is written for the team. */
    private static String with(AgentKind agent, String section, String text) {
        String all = text;
        try {
            for (Wanted wanted : agent.wanted(TEAM, false)) {
                if (wanted.path().get(0).equals(section)) {
                    all = TolerantJson.insertion(all, wanted.path(), wanted.isElement(), wanted.value())
                            .orElseThrow()
                            .into(all);
                }
            }
        } catch (Unreadable e) {
            throw new IllegalStateException("with: " + e.where(), e);
        }
        return all;
    }

    /** How a team starts the server. */
    private static JsonValue server() {
        return AgentKind.CLAUDE.wanted(TEAM, false).stream()
                .filter(it -> it.path().get(0).equals("mcpServers"))
                .findFirst()
                .map(it -> parsed(it.value()))
                .orElseThrow();
    }

    private static JsonValue parsed(String json) {
        try {
            return JsonValue.parse(json);
        } catch (MalformedJson e) {
            throw new IllegalStateException("parsed: " + json, e);
        }
    }

    private String marketplace() {
        return json(out -> out.text("name", NAME)
                .text("description", DESCRIPTION)
                .object("owner", owner -> owner.text("name", "Tap Gateway"))
                .objects(
                        "plugins",
                        List.of(NAME),
                        (plugin, name) ->
                                plugin.text("name", name).text("source", "./").text("description", DESCRIPTION)));
    }

    private String plugin() {
        return json(out -> described(out).text("homepage", HOME).text("license", LICENSE));
    }

    private String extension() {
        return json(out -> out.text("name", NAME).text("version", version).text("description", DESCRIPTION));
    }

    private String manifest(String script, JsonValue args) {
        return json(out -> described(out.text("manifest_version", "0.3"))
                .text("display_name", "Tap Gateway")
                .text("homepage", HOME)
                .text("license", LICENSE)
                .flag("tools_generated", true)
                .object("compatibility", it -> it.texts("platforms", List.of("darwin", "linux")))
                .object(
                        "server",
                        server -> server.text("type", "binary")
                                .text("entry_point", script)
                                .object(
                                        "mcp_config",
                                        config -> config.text("command", "sh").texts("args", words(script, args)))));
    }

    private static List<String> words(String script, JsonValue args) {
        List<String> words = new ArrayList<>(List.of("${__dirname}/" + script));
        args.elements().forEach(it -> words.add(it.asString()));
        return words;
    }

    private JsonWriter described(JsonWriter out) {
        return out.text("name", NAME)
                .text("version", version)
                .text("description", DESCRIPTION)
                .object("author", author -> author.text("name", "Tap Gateway"));
    }

    private static String json(Consumer<JsonWriter> members) {
        return JsonWriter.toText(members) + "\n";
    }

    private static byte[] zipped(Map<String, String> files) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, String> file : files.entrySet()) {
                ZipEntry entry = new ZipEntry(file.getKey());
                entry.setTimeLocal(LONG_AGO);
                out.putNextEntry(entry);
                out.write(file.getValue().getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
