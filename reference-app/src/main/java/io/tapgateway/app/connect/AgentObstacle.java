package io.tapgateway.app.connect;

import io.tapgateway.app.home.Problem;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Why an agent leaves out what is written for it, as far as its own files say so: its user has switched it off, or has
 * not trusted the directory (G-042). Immutable.
 *
 * @param what there is, as a sentence
 * @param remedy what to do about it, as a sentence
 */
public record AgentObstacle(String what, String remedy) {
    /** As Claude calls it: the plugin, and the catalog that it comes from. */
    private static final String PLUGIN = AgentPackages.NAME + "@" + AgentPackages.NAME;

    /**
     * Those of an agent in a directory, for what is in the files of the person or of the team.
     *
     * @throws Problem if a file of the agent cannot be read
     */
    public static List<AgentObstacle> of(AgentKind agent, ConnectPlace place) throws Problem {
        Path own = place.userHome();
        return switch (agent) {
            case CLAUDE -> ofClaude(place);
            case CODEX -> ofCodex(place);
            // Where its user has said nothing, Gemini asks about folders, and Qwen does not.
            case GEMINI -> ofGemini(own.resolve(".gemini"), place.workspace());
            case QWEN -> ofFolders(agent, own.resolve(".qwen"), place.workspace(), false);
            case COPILOT -> ofCopilot(place);
            case OPENCODE, VSCODE, CURSOR -> List.of();
        };
    }

    private static List<AgentObstacle> ofClaude(ConnectPlace place) throws Problem {
        Path own = place.userHome();
        List<Path> settings = List.of(
                place.setting("CLAUDE_CONFIG_DIR", own.resolve(".claude")).resolve("settings.json"),
                place.repository().resolve(".claude/settings.json"),
                place.repository().resolve(".claude/settings.local.json"));
        List<AgentObstacle> all = new ArrayList<>();
        for (Path each : settings) {
            JsonValue said = read(each);
            if (said.get("enabledPlugins")
                    .flatMap(it -> it.get(PLUGIN))
                    .filter(JsonValue.TRUE::equals)
                    .isPresent()) {
                all.add(twice(AgentKind.CLAUDE, "claude plugin uninstall " + PLUGIN));
            }
            if (place.isShared() && has(said, "disabledMcpjsonServers", AgentKind.SERVER)) {
                all.add(new AgentObstacle(
                        "Claude Code does not start the server of .mcp.json: '" + AgentKind.SERVER
                                + "' is among 'disabledMcpjsonServers' in " + each + ".",
                        "Take it out there, or enable the server by /mcp in Claude."));
            }
            if (said.get("disableAllHooks").filter(JsonValue.TRUE::equals).isPresent()) {
                all.add(new AgentObstacle(
                        "Claude Code runs no hooks, so that gates do not hold for its own tools: " + each
                                + " says 'disableAllHooks'.",
                        "Take that out of the file."));
            }
        }
        Path state = place.setting("CLAUDE_CONFIG_DIR", own).resolve(".claude.json");
        JsonValue project = read(state)
                .get("projects")
                .flatMap(it -> it.get(place.repository().toString()))
                .orElse(JsonValue.EMPTY_OBJECT);
        if (has(project, "disabledMcpServers", AgentKind.SERVER)) {
            all.add(new AgentObstacle(
                    "Claude Code does not start the server '" + AgentKind.SERVER + "' in " + place.repository()
                            + ": somebody has disabled it there.",
                    "Enable it by /mcp in Claude."));
        }
        return all;
    }

    /** Its hooks have a trust of their own, of which only Codex itself can tell. */
    private static List<AgentObstacle> ofCodex(ConnectPlace place) throws Problem {
        if (!place.isShared()) {
            return List.of();
        }
        Path file =
                place.setting("CODEX_HOME", place.userHome().resolve(".codex")).resolve("config.toml");
        String text = ConfigFile.read(file).orElse("");
        try {
            TomlOutline outline = TomlOutline.read(text);
            for (Path each : List.of(place.workspace(), place.repository())) {
                if (outline.value("projects.\"" + each + "\".trust_level")
                        .filter("\"trusted\""::equals)
                        .isPresent()) {
                    return List.of();
                }
            }
        } catch (Unreadable e) {
            throw new Problem(file + " is not understood, " + e.where() + ".");
        }
        return List.of(new AgentObstacle(
                "Codex leaves out .codex/config.toml and .codex/hooks.json of " + place.workspace()
                        + ", because its user has not trusted that project.",
                "Start 'codex' there, and say that you trust it."));
    }

    private static List<AgentObstacle> ofGemini(Path settings, Path workspace) throws Problem {
        List<AgentObstacle> all = new ArrayList<>(ofFolders(AgentKind.GEMINI, settings, workspace, true));
        if (Files.exists(settings.resolve("extensions").resolve(AgentPackages.NAME))) {
            all.add(twice(AgentKind.GEMINI, "gemini extensions uninstall " + AgentPackages.NAME));
        }
        return all;
    }

    private static AgentObstacle twice(AgentKind agent, String uninstall) {
        return new AgentObstacle(
                agent.title() + " has the gateway's package as well, so that it asks about everything twice.",
                "Take one of them out: tapgateway connect " + agent.label() + " --remove, or " + uninstall);
    }

    private static List<AgentObstacle> ofFolders(AgentKind agent, Path settings, Path workspace, boolean asksByDefault)
            throws Problem {
        boolean asks = read(settings.resolve("settings.json"))
                .get("security")
                .flatMap(it -> it.get("folderTrust"))
                .flatMap(it -> it.get("enabled"))
                .map(JsonValue.TRUE::equals)
                .orElse(asksByDefault);
        Path file = settings.resolve("trustedFolders.json");
        return !asks || isTrusted(read(file), workspace)
                ? List.of()
                : List.of(new AgentObstacle(
                        agent.title() + " leaves out servers and hooks in " + workspace + " without saying so: " + file
                                + " does not say that the folder is trusted.",
                        "Start '" + agent.program() + "' there and trust the folder, or say /permissions in it."));
    }

    /** The longest rule that concerns a directory counts; one about the parent means what is beside it as well. */
    private static boolean isTrusted(JsonValue rules, Path directory) throws Problem {
        String longest = "";
        boolean isTrusted = false;
        for (Map.Entry<String, JsonValue> rule : rules.members().entrySet()) {
            String level = rule.getValue().json();
            Path folder = Path.of(rule.getKey());
            Path meant = level.equals("\"TRUST_PARENT\"")
                    ? Optional.ofNullable(folder.getParent()).orElse(folder)
                    : folder;
            if (directory.startsWith(ConfigFile.followed(meant))
                    && rule.getKey().length() > longest.length()) {
                longest = rule.getKey();
                isTrusted = !level.equals("\"DO_NOT_TRUST\"");
            }
        }
        return isTrusted;
    }

    /** What is in a person's own files Copilot uses everywhere. */
    private static List<AgentObstacle> ofCopilot(ConnectPlace place) throws Problem {
        if (!place.isShared()) {
            return List.of();
        }
        Path file = place.setting("COPILOT_HOME", place.userHome().resolve(".copilot"))
                .resolve("config.json");
        JsonValue said = read(file);
        boolean isTrusted = Stream.of("trusted_folders", "trustedFolders")
                .flatMap(it -> said.get(it).map(JsonValue::elements).orElse(List.of()).stream())
                .anyMatch(it -> place.workspace().startsWith(Path.of(it.asString())));
        return isTrusted
                ? List.of()
                : List.of(new AgentObstacle(
                        "Copilot CLI leaves out .mcp.json and .github/hooks of " + place.workspace()
                                + ", because its user has not trusted that folder.",
                        "Start 'copilot' there, and say that you trust it."));
    }

    private static boolean has(JsonValue said, String list, String element) {
        return said.get(list).map(JsonValue::elements).orElse(List.of()).contains(JsonValue.of(element));
    }

    private static JsonValue read(Path file) throws Problem {
        String text = ConfigFile.read(file).orElse("{}");
        try {
            return WrittenJson.parse(text.isBlank() ? "{}" : text);
        } catch (MalformedJson e) {
            throw new Problem(file + " is not understood: " + e.reason() + ".");
        }
    }
}
