package io.tapgateway.app.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.tapgateway.app.Installed;
import io.tapgateway.app.Needs;
import io.tapgateway.app.agents.HookKeys;
import io.tapgateway.app.connect.AgentKind;
import io.tapgateway.app.connect.ConnectPlace;
import io.tapgateway.app.connect.Connections;
import io.tapgateway.app.connect.Connector;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.runtime.Secret;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of the agents that are connected. */
class AgentsCheckTest {
    @TempDir
    private Path directory;

    private Path user;
    private Path bin;
    private ConnectPlace place;
    private HomeDirectory home;
    private Connections connections;

    @BeforeEach
    void prepare() throws Exception {
        user = Files.createDirectory(directory.resolve("ada"));
        bin = Files.createDirectory(directory.resolve("bin"));
        Path workspace = Files.createDirectory(directory.toRealPath().resolve("code"));
        Path path = Files.createDirectory(
                directory.resolve("home"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        home = new HomeDirectory(path, directory.resolve("copilot"));
        connections = Connections.in(home);
        place = new ConnectPlace(
                workspace, user, "/opt/tapgateway", Map.of("PATH", bin.toString()), Optional.empty(), false);
    }

    private List<DoctorFinding> findings() {
        return findings(false);
    }

    private List<DoctorFinding> findings(boolean gatewayAnswers) {
        return new AgentsCheck(
                        place,
                        connections,
                        gatewayAnswers,
                        new ProgramRun(place.workspace(), Duration.ofSeconds(gatewayAnswers ? 60 : 5)))
                .findings();
    }

    private List<String> warnings() {
        return findings().stream()
                .filter(it -> it.verdict() == DoctorFinding.Verdict.WARN)
                .map(it -> it.sentence() + " " + it.advice())
                .toList();
    }

    private void connect(AgentKind agent, boolean isShared) throws Exception {
        new Connector(agent, place.shared(isShared), connections).connect(false, false);
    }

    private void program(String name, String script) throws Exception {
        Path program = Files.writeString(bin.resolve(name), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    }

    private Path write(String file, String text) throws Exception {
        Path path = user.resolve(file);
        Files.createDirectories(path.getParent());
        return Files.writeString(path, text.replace('\'', '"'));
    }

    @Test
    void G042_where_nobody_is_connected_there_is_nothing_to_say() {
        assertThat(findings()).isEmpty();
    }

    @Test
    void G042_what_was_written_is_still_there_or_the_finding_says_what_was_edited() throws Exception {
        program("curl", "");
        connect(AgentKind.OPENCODE, false);
        Path file = user.resolve(".config/opencode/opencode.json");

        assertThat(findings())
                .containsExactly(DoctorFinding.ok(
                        "agents",
                        "opencode is connected in [" + file + ", " + user.resolve(".config/opencode/plugin/tap.js")
                                + "]."));
        Files.writeString(file, Files.readString(file).replace("mcp", "nothing"));

        assertThat(findings()).singleElement().satisfies(finding -> {
            assertThat(finding.verdict()).isEqualTo(DoctorFinding.Verdict.WARN);
            assertThat(finding.sentence()).contains("opencode is connected otherwise than it was written", "edited");
            assertThat(finding.advice()).endsWith("tapgateway connect opencode");
        });
    }

    @Test
    void G042_without_curl_hooks_are_slow() throws Exception {
        connect(AgentKind.GEMINI, false);

        assertThat(findings())
                .extracting(DoctorFinding::sentence)
                .last()
                .asString()
                .startsWith("There is no curl on the PATH");
    }

    @Test
    void G042_a_server_that_claude_was_told_not_to_start_is_named_with_the_file_that_says_so() throws Exception {
        program("curl", "");
        connect(AgentKind.CLAUDE, true);
        assertThat(warnings()).isEmpty();
        Path settings = write(".claude/settings.json", "{'disabledMcpjsonServers': ['other', 'tap',], /* mine */}");

        assertThat(warnings())
                .containsExactly("Claude Code does not start the server of .mcp.json: 'tap' is among"
                        + " 'disabledMcpjsonServers' in " + settings
                        + ". Take it out there, or enable the server by /mcp in Claude.");
    }

    @Test
    void G042_claude_may_have_all_hooks_or_the_server_of_a_project_switched_off() throws Exception {
        program("curl", "");
        write(".claude.json", "{'projects': {'" + place.workspace() + "': {'disabledMcpServers': ['tap']}}}");
        connect(AgentKind.CLAUDE, false);
        Path settings = write(".claude/settings.json", "{'disableAllHooks': true}");

        assertThat(warnings())
                .containsExactly(
                        "Claude Code runs no hooks, so that gates do not hold for its own tools: " + settings
                                + " says 'disableAllHooks'. Take that out of the file.",
                        "Claude Code does not start the server 'tap' in " + place.workspace()
                                + ": somebody has disabled it there. Enable it by /mcp in Claude.");
    }

    @Test
    void G042_who_has_the_package_as_well_asks_twice() throws Exception {
        program("curl", "");
        connect(AgentKind.CLAUDE, false);
        connect(AgentKind.GEMINI, false);
        write(".gemini/trustedFolders.json", "{'" + place.workspace() + "': 'TRUST_FOLDER'}");
        write(".claude/settings.json", "{'enabledPlugins': {'tapgateway@tapgateway': false}}");
        assertThat(warnings()).isEmpty();

        write(".claude/settings.json", "{'enabledPlugins': {'tapgateway@tapgateway': true}}");
        write(".gemini/extensions/tapgateway/gemini-extension.json", "{}");

        assertThat(warnings())
                .containsExactly(
                        "Claude Code has the gateway's package as well, so that it asks about everything twice. Take one"
                                + " of them out: tapgateway connect claude --remove, or claude plugin uninstall"
                                + " tapgateway@tapgateway",
                        "Gemini CLI has the gateway's package as well, so that it asks about everything twice. Take one"
                                + " of them out: tapgateway connect gemini --remove, or gemini extensions uninstall"
                                + " tapgateway");
    }

    @Test
    void G042_gemini_is_silent_in_a_folder_that_is_not_trusted() throws Exception {
        program("curl", "");
        connect(AgentKind.GEMINI, false);
        String code = place.workspace().toString();
        String parent = place.workspace().getParent().toString();
        Path rules = user.resolve(".gemini/trustedFolders.json");
        String warning = "Gemini CLI leaves out servers and hooks in " + code + " without saying so: " + rules
                + " does not say that the folder is trusted. Start 'gemini' there and trust the folder, or say"
                + " /permissions in it.";

        assertThat(warnings()).containsExactly(warning);
        for (String trusting : List.of(
                "{'" + code + "': 'TRUST_FOLDER'}",
                "{'" + parent + "': 'TRUST_FOLDER'} // all",
                "{'" + parent + "/another': 'TRUST_PARENT'}",
                "{'" + parent + "': 'DO_NOT_TRUST', '" + code + "': 'TRUST_FOLDER'}")) {
            write(".gemini/trustedFolders.json", trusting);
            assertThat(warnings()).as(trusting).isEmpty();
        }
        for (String distrusting : List.of(
                "{'" + parent + "': 'TRUST_FOLDER', '" + code + "': 'DO_NOT_TRUST'}",
                "{'" + code + "2': 'TRUST_FOLDER', '" + code + "/src': 'TRUST_FOLDER'}")) {
            write(".gemini/trustedFolders.json", distrusting);
            assertThat(warnings()).as(distrusting).containsExactly(warning);
        }
        Path settings = user.resolve(".gemini/settings.json");
        Files.writeString(
                settings,
                Files.readString(settings)
                        .replaceFirst("\\{", "{\"security\": {\"folderTrust\": {\"enabled\": false}}, "));
        assertThat(warnings()).isEmpty();
    }

    @Test
    void G042_qwen_asks_about_folders_only_where_its_user_wants_that() throws Exception {
        program("curl", "");
        write(".qwen/settings.json", "{'security': {'folderTrust': {}}}");
        connect(AgentKind.QWEN, false);
        assertThat(warnings()).isEmpty();

        Path settings = user.resolve(".qwen/settings.json");
        Files.writeString(settings, Files.readString(settings).replace("{}", "{\"enabled\": true}"));

        assertThat(warnings())
                .singleElement()
                .asString()
                .startsWith("Qwen Code leaves out servers and hooks in " + place.workspace());
    }

    @Test
    void G042_copilot_and_codex_leave_out_the_files_of_a_team_that_nobody_has_trusted() throws Exception {
        program("curl", "");
        connect(AgentKind.COPILOT, true);
        connect(AgentKind.CODEX, true);
        String code = place.workspace().toString();

        assertThat(warnings())
                .containsExactly(
                        "Codex leaves out .codex/config.toml and .codex/hooks.json of " + code
                                + ", because its user has not trusted that project. Start 'codex' there, and say that"
                                + " you trust it.",
                        "Copilot CLI leaves out .mcp.json and .github/hooks of " + code
                                + ", because its user has not trusted that folder. Start 'copilot' there, and say that"
                                + " you trust it.");
        write(
                ".copilot/config.json",
                "{'trusted_folders': ['" + place.workspace().getParent() + "']}");
        write(".codex/config.toml", "[projects.'" + code + "'] # ours\n  trust_level = 'trusted' # yes\n");

        assertThat(warnings()).isEmpty();
    }

    @Test
    void G042_a_file_of_an_agent_that_is_damaged_is_named() throws Exception {
        connect(AgentKind.GEMINI, false);
        Path rules = write(".gemini/trustedFolders.json", "{");

        assertThat(warnings()).first().asString().startsWith(rules + " is not understood");
    }

    @Test
    void G042_versions_that_were_not_tried_are_named() throws Exception {
        program("curl", "");
        connect(AgentKind.CLAUDE, false);
        AgentVersion tested =
                AgentVersion.in(AgentKind.CLAUDE.tested().orElseThrow()).orElseThrow();
        int minor = tested.minor();

        program("claude", "[ \"$*\" = --version ] && echo '" + tested.major() + "." + minor + ".9999 (Claude Code)'");
        assertThat(warnings()).isEmpty();
        program("claude", "echo " + tested.major() + "." + (minor + 1) + ".0");
        assertThat(warnings())
                .containsExactly("Claude Code " + tested.major() + "." + (minor + 1) + ".0 is newer than " + tested
                        + ", with which hooks and tools were tried. Try whether it is denied what it should be; if not,"
                        + " use " + tested + ".");
        program("claude", "echo 1.99.3");
        assertThat(warnings()).singleElement().asString().startsWith("Claude Code 1.99.3 is older than " + tested);
        program("claude", "exit 1");
        assertThat(warnings())
                .containsExactly(bin.resolve("claude") + " does not say its version within 5 seconds. Run '"
                        + bin.resolve("claude") + " --version' yourself, and see whether it works.");
    }

    @Test
    void G042_codex_says_itself_which_hooks_it_does_not_run() throws Exception {
        program("curl", "");
        connect(AgentKind.CODEX, false);
        String tested = AgentKind.CODEX.tested().orElseThrow();
        String hook = "{\"eventName\":\"%s\",\"command\":\"%s\",\"enabled\":%s,\"trustStatus\":\"%s\"}";
        String ours = "tapgateway hook codex --connected";

        appServer(tested, hook.formatted("preToolUse", ours, true, "trusted"));
        assertThat(warnings()).isEmpty();
        appServer(
                tested,
                String.join(
                        ",",
                        hook.formatted("preToolUse", ours, true, "untrusted"),
                        hook.formatted("stop", ours, true, "modified"),
                        hook.formatted("sessionStart", ours, false, "trusted"),
                        hook.formatted("sessionEnd", ours, true, "managed"),
                        hook.formatted("interrupt", "another", true, "untrusted")));
        assertThat(warnings())
                .containsExactly("Codex does not run its hooks for preToolUse, stop, sessionStart, so that gates do not"
                        + " hold for its own tools: its user has not trusted them as they are. Start 'codex' in "
                        + place.workspace() + ", and trust them by /hooks.");
        program("codex", "[ \"$1\" = app-server ] || echo " + tested);
        assertThat(warnings())
                .containsExactly("Codex does not say whether it runs its hooks. Start 'codex' in " + place.workspace()
                        + ", and look at /hooks.");
    }

    /** One that answers as Codex does, and stays until its input ends. */
    private void appServer(String version, String hooks) throws Exception {
        program(
                "codex",
                "if [ \"$1\" != app-server ]; then echo codex-cli " + version + "; exit; fi\n"
                        + "read -r hello; echo '{\"id\":0,\"result\":{}}'; echo '{\"method\":\"configWarning\",\"params\":{}}'\n"
                        + "read -r ready; read -r list; case $list in *'\"" + place.workspace() + "\"'*) echo '"
                        + "{\"id\":1,\"result\":{\"data\":[{\"hooks\":[" + hooks + "]}]}}' ;; esac; cat");
    }

    @Test
    @Needs(Installed.CURL)
    void G042_a_hook_goes_the_whole_way_and_back_and_its_time_is_told() throws Exception {
        connect(AgentKind.GEMINI, false);
        HookKeys keys = new HookKeys(Secret.of("hook-secret"), Secret.of("proof"));
        HttpServer gateway = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        gateway.createContext("/hooks/copilot", exchange -> {
            byte[] answer = "proof\n{}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        gateway.start();
        try {
            Files.writeString(home.hookCurl(), keys.toCurl(gateway.getAddress().getPort()));
            place = new ConnectPlace(
                    place.workspace(), user, launcher(), place.environment(), Optional.of(home.path()), false);

            assertThat(findings(true)).last().satisfies(finding -> {
                assertThat(finding.verdict()).isEqualTo(DoctorFinding.Verdict.OK);
                assertThat(finding.sentence()).matches("A hook is answered in [0-9]+ ms\\.");
            });
        } finally {
            gateway.stop(0);
        }
        assertThat(findings(true)).last().satisfies(finding -> {
            assertThat(finding.verdict()).isEqualTo(DoctorFinding.Verdict.FAIL);
            assertThat(finding.sentence()).contains("no hook hears it", launcher(), "ends with 2.");
        });
        Files.delete(Path.of(launcher()));
        assertThat(findings(true))
                .last()
                .satisfies(finding -> assertThat(finding.sentence()).contains("ends with 127."));
    }

    private String launcher() throws Exception {
        Path launcher = bin.resolve("tapgateway");
        if (!Files.exists(launcher)) {
            Path script =
                    Path.of(System.getProperty("basedir", "")).toAbsolutePath().resolve("src/main/sh/launch.sh");
            program("tapgateway", "set -eu\n. '" + script + "'\nhook \"$@\"");
        }
        return launcher.toString();
    }
}
