package io.tapgateway.app.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.testkit.Depth;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectorTest {
    private static final List<String> JSON = List.of(
            "{}",
            "{ }\n",
            "{\n}\n",
            "{\"mcpServers\":{}}",
            "{\"mcpServers\":{\"files\":{\"command\":\"npx\",\"args\":[\"a\"]}},\"x\":1}",
            "{\n  // mine\n  \"mcpServers\": {\n    \"files\": {\"command\": \"npx\"}, // last\n  },\n}\n",
            "{\r\n\t\"hooks\": {\"PreToolUse\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"x\"}]}]},\r\n\t\"permissions\": {\r\n\t\t\"allow\": [\r\n\t\t\t\"Bash(ls)\"\r\n\t\t]\r\n\t}\r\n}\r\n",
            "\uFEFF{\n\n   \"servers\" :\n {\n      \"a\": {}\n  } , \"mcp\": { } }",
            "{ /* \"tap\": {} } */ \"a\": \"\\\"}//\", \"mcp\": {\"b\": {\"type\": \"remote\"}} }",
            "// all of it\n{\"permissions\": {\"allow\": [], \"deny\": [\"WebFetch\",]}, \"enabledMcpjsonServers\": [ ]}",
            "{\"projects\": {\"/elsewhere\": {\"mcpServers\": {\"tap\": {\"command\": \"other\"}}}}, \"n\": -1.5e3}",
            "{\n        \"enabledMcpjsonServers\": [\n \"files\"\n],\n  \"mcpServers\": {\n\"z\": {\n}\n}\n}");

    private static final List<String> TOML = List.of(
            "",
            "\n",
            "model = \"x\"",
            "model = \"x\" # [features]\n\n[features]\nweb = true\n",
            "[features]",
            "\uFEFF# mine\r\n[mcp_servers.files]\r\ncommand = \"npx\"\r\nargs = [\r\n  \"[a]\", # one\r\n]\r\n",
            "features.web = true\n",
            "note = \"\"\"\n[features]\nmcp_tool_list_changed = false\n\"\"\"\n",
            "note = '''\n[mcp_servers.tap]'''\n[[hooks]]\nx = 1",
            "  [ features ] # odd\n  mcp_tool_list_changed = true\n",
            "[projects.\"/a.b\"]\ntrust_level = \"trusted\"\n\n\n",
            "[profiles.a]\nx = { y = [1,\n 2] }\n# end");

    @TempDir
    private Path directory;

    private Path user;
    private Path workspace;
    private Connections connections;

    @BeforeEach
    void makeDirectories() throws IOException {
        Path root = directory.toRealPath();
        user = Files.createDirectory(root.resolve("user"));
        workspace = Files.createDirectories(root.resolve("repository/.git")).getParent();
        connections = Connections.in(new HomeDirectory(root.resolve("home"), root.resolve("copilot")));
    }

    @Test
    void G041_what_was_written_is_taken_back_byte_for_byte() throws Exception {
        for (AgentKind agent : AgentKind.values()) {
            for (boolean isShared : List.of(true, false)) {
                for (int i = 0; i < JSON.size(); i++) {
                    String content = agent == AgentKind.CODEX ? TOML.get(i) : JSON.get(i);
                    for (Path file : files(agent, isShared)) {
                        Files.createDirectories(file.getParent());
                        // What is ours as a whole is not there before.
                        if (!file.toString().endsWith(".js")) {
                            Files.writeString(file, file.toString().endsWith(".json") ? JSON.get(i) : content);
                        }
                    }
                    Map<String, String> before = snapshot();

                    connect(agent, isShared);
                    assertThat(snapshot()).as(content).isNotEqualTo(before);
                    assertThat(connector(agent, isShared)
                                    .connect(agent == AgentKind.CLAUDE, false)
                                    .changes())
                            .isEmpty();
                    assertThat(connector(agent, isShared).remove(false).remarks())
                            .isEmpty();

                    assertThat(snapshot()).as(agent + " " + content).isEqualTo(before);
                }
            }
        }
    }

    @Test
    void G040_files_and_directories_that_were_made_are_gone() throws Exception {
        Map<String, String> before = snapshot();
        for (AgentKind agent : AgentKind.values()) {
            for (boolean isShared : List.of(true, false)) {
                connect(agent, isShared);
                for (Path file : files(agent, isShared)) {
                    assertThat(file).isRegularFile();
                }

                connector(agent, isShared).remove(false);

                assertThat(snapshot()).as(agent.label()).isEqualTo(before);
            }
        }
    }

    @Test
    void G041_an_entry_in_any_object_is_cut_to_the_character() throws Exception {
        Random random = new Random(41);
        for (int i = 0; i < 2_000; i++) {
            String text = object(random, 0);
            Insertion insertion = TolerantJson.insertion(text, List.of("a", "tap"), false, "{\"x\": 1}")
                    .orElseThrow();
            String with = insertion.into(text);

            assertThat(TolerantJson.written(with, List.of("a", "tap"))).contains("{\"x\": 1}");
            assertThat(with.substring(0, insertion.offset())
                            + with.substring(
                                    insertion.offset() + insertion.text().length()))
                    .isEqualTo(text);
        }
    }

    @Test
    void G041_a_file_that_is_not_understood_stops_everything() throws Exception {
        Path settings = Files.createDirectories(workspace.resolve(".claude")).resolve("settings.json");
        Files.writeString(settings, "{\n  \"a\": nope\n}");
        Map<String, String> before = snapshot();

        assertThatThrownBy(() -> connect(AgentKind.CLAUDE, true))
                .isInstanceOf(Problem.class)
                .hasMessage(settings + " is not understood, line 2, column 8: a value is expected."
                        + " Nothing was changed; repair the file and try again.");

        assertThat(snapshot()).isEqualTo(before);
    }

    @Test
    void G041_permissions_stay_and_links_are_followed() throws Exception {
        Path real = Files.writeString(user.resolve("real.json"), "{}");
        Files.setPosixFilePermissions(real, PosixFilePermissions.fromString("rw-r-----"));
        Path link = Files.createSymbolicLink(
                Files.createDirectory(user.resolve(".cursor")).resolve("mcp.json"), real);

        Connector.Outcome outcome = connect(AgentKind.CURSOR, false);

        assertThat(outcome.remarks()).contains(link + " is a link to " + real + ", which is the file that is meant.");
        assertThat(link).isSymbolicLink();
        assertThat(Files.readString(real)).contains("\"tap\"");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(real)))
                .isEqualTo("rw-r-----");
    }

    @Test
    void G041_what_was_edited_since_is_left_and_said() throws Exception {
        connect(AgentKind.GEMINI, false);
        Path file = files(AgentKind.GEMINI, false).get(0);
        Files.writeString(file, Files.readString(file).replace("620000", "1"));

        Connector.Outcome outcome = connector(AgentKind.GEMINI, false).remove(false);

        assertThat(outcome.remarks())
                .containsExactly(file + " was edited since, and is left as it is there:"
                        + " take 'mcpServers.tap' out of it yourself, if it is still in it.");
        assertThat(file)
                .hasContent(
                        "{\"mcpServers\": {\"tap\": {\"command\": \"/opt/tapgateway\", \"args\": [\"mcp\"], \"timeout\": 1}}}");
    }

    @Test
    void G041_an_entry_in_a_file_that_its_agent_has_written_anew_is_still_found() throws Exception {
        connect(AgentKind.CURSOR, false);
        Path file = files(AgentKind.CURSOR, false).get(0);
        Files.writeString(
                file,
                "{\n  \"mcpServers\": {\n    \"a\": {},\n    \"tap\": {\n      \"command\": \"/opt/tapgateway\",\n      \"args\": [\"mcp\"]\n    }\n  }\n}\n");

        assertThat(connector(AgentKind.CURSOR, false).remove(false).remarks()).isEmpty();

        assertThat(file).hasContent("{\n  \"mcpServers\": {\n    \"a\": {}\n  }\n}\n");
    }

    @Test
    void G041_keys_that_somebody_has_put_below_a_table_of_ours_do_not_change_hands() throws Exception {
        connect(AgentKind.CODEX, false);
        Path file = files(AgentKind.CODEX, false).get(0);
        Files.writeString(file, Files.readString(file) + "env = {}\n");

        assertThat(connector(AgentKind.CODEX, false).remove(false).remarks())
                .anySatisfy(it -> assertThat(it).contains("take 'mcp_servers.tap' out of it yourself"));

        assertThat(file).content().contains("[mcp_servers.tap]", "env = {}");
    }

    @Test
    void G013_all_tools_are_allowed_only_if_somebody_says_so() throws Exception {
        connector(AgentKind.CLAUDE, true).connect(false, false);
        Path settings = workspace.resolve(".claude/settings.json");
        assertThat(settings).content().doesNotContain("mcp__tap__");
        assertThat(Files.readString(workspace.resolve(".mcp.json")))
                .contains("\"alwaysLoad\": true", "\"command\": \"tapgateway\"");

        connector(AgentKind.CLAUDE, true).connect(true, false);

        assertThat(settings).content().contains("\"mcp__tap__*\"");
    }

    @Test
    void G022_hooks_of_a_directory_ask_before_each_tool_and_fail_closed() throws Exception {
        connector(AgentKind.CLAUDE, false).connect(false, false);

        assertThat(Files.readString(workspace.resolve(".claude/settings.local.json")))
                .contains(
                        "\"PreToolUse\": [{\"matcher\": \"*\", \"hooks\": [{\"type\": \"command\","
                                + " \"command\": \"'/opt/tapgateway' hook claude\", \"timeout\": 10, \"onFailure\": \"block\"}]}]",
                        "\"PostToolUseFailure\": [",
                        "\"SessionEnd\": [");
    }

    @Test
    void G040_shared_hooks_stop_nobody_who_has_no_gateway() throws Exception {
        connector(AgentKind.CODEX, true).connect(false, false);
        connector(AgentKind.CLAUDE, true).connect(false, false);
        connector(AgentKind.OPENCODE, true).connect(false, false);

        assertThat(Files.readString(workspace.resolve(".codex/hooks.json")))
                .contains(
                        "\"command -v tapgateway >/dev/null || exit 0; tapgateway hook codex\"",
                        "\"Stop\": [",
                        "\"SessionEnd\": [",
                        "\"Interrupt\": [")
                .doesNotContain("PostToolUseFailure", "onFailure");
        assertThat(Files.readString(workspace.resolve(".claude/settings.json")))
                .contains("|| exit 0; tapgateway hook claude\"");
        assertThat(Files.readString(workspace.resolve(".opencode/plugin/tap.js")))
                .contains("const COMMAND = [\"tapgateway\",\"hook\",\"opencode\"]\n", "const SHARED = true\n");
    }

    @Test
    void G013_tools_are_not_behind_a_search_of_the_agent_itself() throws Exception {
        connect(AgentKind.QWEN, false);
        connect(AgentKind.GEMINI, false);

        assertThat(Files.readString(user.resolve(".qwen/settings.json")))
                .contains("\"timeout\": 620000, \"alwaysLoadTools\": true}");
        assertThat(Files.readString(user.resolve(".gemini/settings.json"))).contains("\"timeout\": 620000}");
    }

    @Test
    void G040_hooks_in_a_file_for_all_directories_act_where_the_agent_was_connected() throws Exception {
        connect(AgentKind.GEMINI, false);
        connect(AgentKind.QWEN, false);
        connect(AgentKind.COPILOT, false);
        connect(AgentKind.CODEX, false);
        connect(AgentKind.OPENCODE, false);

        assertThat(Files.readString(user.resolve(".gemini/settings.json")))
                .contains(
                        "\"BeforeTool\": [{\"matcher\": \"*\", \"hooks\": [{\"type\": \"command\","
                                + " \"command\": \"'/opt/tapgateway' hook gemini --connected\", \"timeout\": 10000}]}]",
                        "\"SessionEnd\": [");
        assertThat(Files.readString(user.resolve(".qwen/settings.json")))
                .contains(
                        "\"PreToolUse\": [",
                        "\"PostToolUseFailure\": [",
                        "hook qwen --connected\", \"timeout\": 10000");
        assertThat(Files.readString(user.resolve(".copilot/hooks/tap.json")))
                .contains(
                        "\"version\": 1",
                        "\"preToolUse\": [{\"type\": \"command\", \"bash\": \"'/opt/tapgateway' hook copilot --connected\","
                                + " \"timeoutSec\": 10}]",
                        "\"postToolUse\": [{\"type\": \"command\","
                                + " \"bash\": \"'/opt/tapgateway' hook copilot --connected --never-deny\"");
        assertThat(Files.readString(user.resolve(".codex/hooks.json"))).contains("hook codex --connected\"");
        assertThat(Files.readString(user.resolve(".config/opencode/plugin/tap.js")))
                .contains("const COMMAND = [\"/opt/tapgateway\",\"hook\",\"opencode\",\"--connected\"]\n");
        HookDirectories directories = HookDirectories.in(connections.home());
        assertThat(directories.cover("gemini", workspace.resolve("deeper"))).isTrue();
        assertThat(directories.cover("gemini", user)).isFalse();
        assertThat(directories.cover("claude", workspace)).isFalse();
    }

    @Test
    void G040_the_last_directory_takes_the_hooks_with_it() throws Exception {
        Path other = Files.createDirectory(directory.toRealPath().resolve("other"));
        Map<String, String> before = snapshot();
        Connector elsewhere = new Connector(
                AgentKind.GEMINI,
                new ConnectPlace(other, user, "/opt/tapgateway", Map.of(), Optional.empty(), false),
                connections);
        HookDirectories directories = HookDirectories.in(connections.home());
        connect(AgentKind.GEMINI, false);
        Map<String, String> connected = snapshot();

        assertThat(elsewhere.connect(false, false).changes()).isEmpty();
        assertThat(connector(AgentKind.GEMINI, false).remove(false).remarks())
                .containsExactly("Its files stay as they are, because it is connected in [" + other
                        + "] as well; its hooks do not act here any more.");
        assertThat(snapshot()).isEqualTo(connected);
        assertThat(directories.of("gemini")).containsExactly(other);

        elsewhere.remove(false);

        assertThat(snapshot()).isEqualTo(before);
        assertThat(directories.of("gemini")).isEmpty();
    }

    @Test
    void G040_there_is_a_most_of_directories() throws Exception {
        HookDirectories directories = HookDirectories.in(connections.home());
        for (int i = 0; i < HookDirectories.MOST; i++) {
            assertThat(directories.add("gemini", Path.of("/code/" + i))).isTrue();
        }

        assertThat(directories.add("gemini", Path.of("/code/0"))).isFalse();
        assertThatThrownBy(() -> directories.add("qwen", Path.of("/code/0")))
                .isInstanceOf(Problem.class)
                .hasMessageStartingWith("Agents are connected in 200 directories already");
        directories.remove("gemini", Path.of("/code/0"));
        assertThat(directories.add("qwen", Path.of("/code/0"))).isTrue();
    }

    @Test
    void G041_an_agent_is_connected_in_many_directories_and_taken_back_in_each() throws Exception {
        List<Connector> many = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            Path each = Files.createDirectories(directory.resolve("many/" + i + "/.git"))
                    .getParent();
            many.add(new Connector(
                    AgentKind.CLAUDE,
                    new ConnectPlace(each, user, "/opt/tapgateway", Map.of(), Optional.empty(), false),
                    connections));
        }
        Map<String, String> before = snapshot();

        for (Connector each : many) {
            each.connect(false, false);
        }
        Collections.reverse(many);
        for (Connector each : many) {
            assertThat(each.remove(false).remarks()).isEmpty();
        }

        assertThat(snapshot()).isEqualTo(before);
    }

    @Test
    void G041_three_that_share_files_are_taken_back_in_any_order() throws Exception {
        Path first = Files.createDirectories(directory.resolve("first/.git")).getParent();
        Path second = Files.createDirectories(directory.resolve("second/.git")).getParent();
        List<List<Connector>> companies = List.of(
                // One file of the person's for all repositories.
                List.of(
                        connector(AgentKind.CLAUDE, false),
                        new Connector(AgentKind.CLAUDE, claude(first), connections),
                        new Connector(AgentKind.CLAUDE, claude(second), connections)),
                // One file of the team's for two agents, and one directory for all.
                List.of(
                        connector(AgentKind.CLAUDE, true),
                        connector(AgentKind.COPILOT, true),
                        connector(AgentKind.CLAUDE, false)));
        List<Path> shared = List.of(user.resolve(".claude.json"), workspace.resolve(".mcp.json"));
        List<List<Integer>> orders = List.of(
                List.of(0, 1, 2),
                List.of(0, 2, 1),
                List.of(1, 0, 2),
                List.of(1, 2, 0),
                List.of(2, 0, 1),
                List.of(2, 1, 0));
        for (List<Connector> company : companies) {
            for (int i = -1; i < JSON.size(); i++) {
                for (Path file : shared) {
                    Files.deleteIfExists(file);
                    if (i >= 0) {
                        Files.writeString(file, JSON.get(i));
                    }
                }
                Map<String, String> before = snapshot();
                // Each order has several contents, each content several orders.
                for (List<Integer> order : List.of(orders.get((i + 1) % 6), orders.get((i + 3) % 6))) {
                    for (Connector each : company) {
                        each.connect(true, false);
                    }
                    assertThat(snapshot()).isNotEqualTo(before);

                    List<Connector> staying = new ArrayList<>(company);
                    for (int each : order) {
                        assertThat(company.get(each).remove(false).remarks()).isEmpty();
                        staying.remove(company.get(each));
                        assertConnected(staying, true);
                    }

                    assertThat(snapshot()).as(order + " of " + i).isEqualTo(before);
                    assertThat(connections.read()).isEmpty();
                }
            }
        }
    }

    @Test
    void G041_agents_come_and_go_in_any_order_and_who_stays_has_all_that_it_needs() throws Exception {
        List<Connector> all = new ArrayList<>();
        for (Path each : List.of(
                workspace,
                Files.createDirectories(workspace.resolve("src")),
                Files.createDirectories(directory.toRealPath().resolve("other/.git"))
                        .getParent())) {
            for (AgentKind agent : AgentKind.values()) {
                for (boolean isShared : List.of(true, false)) {
                    // The same person is connected once: in one repository by Claude, anywhere by VS Code.
                    boolean isSame = (agent == AgentKind.CLAUDE && each.endsWith("src"))
                            || (agent == AgentKind.VSCODE && !each.equals(workspace));
                    if (isShared || !isSame) {
                        all.add(new Connector(agent, place(each, isShared), connections));
                    }
                }
            }
        }
        for (String file : List.of(".mcp.json", ".claude/settings.json", ".gemini/settings.json", "opencode.json")) {
            Files.createDirectories(workspace.resolve(file).getParent());
            Files.writeString(workspace.resolve(file), JSON.get(5));
        }
        Map<String, String> before = snapshot();
        Random random = new Random(41);
        List<Connector> connected = new ArrayList<>();
        for (int i = 0; i < Depth.of(60, 300, 1_000); i++) {
            Connector next = all.get(random.nextInt(all.size()));
            if (connected.remove(next)) {
                next.remove(false);
            } else {
                next.connect(false, false);
                connected.add(next);
            }
            assertConnected(connected, false);
        }
        assertThat(connected).hasSizeGreaterThan(5);

        Collections.shuffle(connected, random);
        for (Connector each : connected) {
            each.remove(false);
        }

        assertThat(snapshot()).isEqualTo(before);
        assertThat(connections.read()).isEmpty();
    }

    /** Nothing is missing that they want, and nothing is otherwise than it was written. */
    private static void assertConnected(List<Connector> connected, boolean allowTools) throws Problem {
        for (Connector each : connected) {
            assertThat(each.connect(allowTools, true).changes()).isEmpty();
            assertThat(each.edited()).isEmpty();
        }
    }

    @Test
    void G040_an_entry_that_two_agents_share_stays_until_the_last_of_them_goes() throws Exception {
        Path file = workspace.resolve(".mcp.json");
        List<Connector> two = List.of(connector(AgentKind.CLAUDE, true), connector(AgentKind.COPILOT, true));
        Map<String, String> before = snapshot();
        for (int first : List.of(0, 1)) {
            for (int leaving : List.of(0, 1)) {
                two.get(first).connect(false, false);
                String entry = Files.readString(file);
                assertThat(two.get(1 - first).connect(false, false).remarks())
                        .containsExactly(file + " has 'mcpServers.tap' already, and was left as it is.");
                assertThat(two.get(1 - first).files()).contains(file);

                two.get(leaving).remove(false);
                assertThat(file).hasContent(entry);
                two.get(1 - leaving).remove(false);

                assertThat(snapshot()).isEqualTo(before);
            }
        }
    }

    @Test
    void G040_an_entry_that_two_agents_share_stays_where_the_file_was_edited_as_well() throws Exception {
        Path file = workspace.resolve(".mcp.json");
        connect(AgentKind.CLAUDE, true);
        connect(AgentKind.COPILOT, true);
        Files.writeString(file, Files.readString(file).replace("[\"mcp\"]", "[\"mcp\", \"--lazy-tools\", \"9\"]"));
        String edited = Files.readString(file);
        assertThat(connector(AgentKind.CLAUDE, true).edited()).isNotEmpty();

        assertThat(connector(AgentKind.CLAUDE, true).remove(false).remarks()).isEmpty();
        assertThat(file).hasContent(edited);

        assertThat(connector(AgentKind.COPILOT, true).remove(false).remarks())
                .containsExactly(file + " was edited since, and is left as it is there:"
                        + " take 'mcpServers.tap' out of it yourself, if it is still in it.");
    }

    @Test
    void G041_an_entry_that_somebody_has_taken_out_is_inserted_anew_and_taken_back_once() throws Exception {
        Map<String, String> before = snapshot();
        for (AgentKind anew : List.of(AgentKind.CLAUDE, AgentKind.COPILOT)) {
            connect(AgentKind.CLAUDE, true);
            Files.writeString(workspace.resolve(".mcp.json"), "{}\n");
            connect(anew, true);

            assertThat(connector(AgentKind.CLAUDE, true).remove(false).remarks())
                    .isEmpty();
            assertThat(connector(AgentKind.COPILOT, true).remove(false).remarks())
                    .isEmpty();

            assertThat(snapshot()).isEqualTo(before);
            assertThat(connections.read()).isEmpty();
        }
    }

    @Test
    void G041_who_stays_is_connected_as_before_when_another_goes() throws Exception {
        Path first = Files.createDirectories(directory.resolve("first/.git")).getParent();
        Connector other = new Connector(AgentKind.CLAUDE, claude(first), connections);
        Path file = user.resolve(".claude.json");
        other.connect(false, false);
        String alone = Files.readString(file);
        other.remove(false);

        connect(AgentKind.CLAUDE, false);
        other.connect(false, false);
        connector(AgentKind.CLAUDE, false).remove(false);

        assertThat(file).hasContent(alone);
        assertThat(other.edited()).isEmpty();
    }

    @Test
    void G041_what_is_kept_has_a_limit_and_what_was_in_files_that_are_gone_makes_room() throws Exception {
        Path gone = Files.createFile(workspace.resolve("gone.json"));
        Path there = Files.createFile(workspace.resolve("there.json"));
        connections.add(List.of(piece(gone, 1), piece(there, Connections.MAX_BYTES - 1_000)));

        assertThatThrownBy(() -> connections.add(List.of(piece(there, 1_000))))
                .isInstanceOf(Problem.class)
                .hasMessageStartingWith("There are too many connections");
        assertThat(connections.read()).hasSize(2);
        connections.write(List.of(piece(gone, 1_000), piece(there, Connections.MAX_BYTES - 2_000)));
        Files.delete(gone);
        connections.add(List.of(piece(there, 1_000)));

        assertThat(connections.read()).extracting(Connections.Piece::file).containsExactly(there, there);
    }

    private static Connections.Piece piece(Path file, int characters) {
        return new Connections.Piece(
                "claude", false, file, 0, "x".repeat(characters), List.of("a" + characters), false, "", List.of());
    }

    @Test
    void G040_claude_is_connected_in_a_repository_wherever_in_it_that_is_said() throws Exception {
        Path nested = Files.createDirectories(workspace.resolve("nested/.git")).getParent();
        new Connector(AgentKind.CLAUDE, claude(nested), connections).connect(false, false);
        Map<String, String> before = snapshot();

        new Connector(AgentKind.CLAUDE, claude(Files.createDirectories(workspace.resolve("src/main"))), connections)
                .connect(false, false);
        assertThat(workspace.resolve(".claude/settings.local.json")).content().contains("hook claude");
        Connector top = new Connector(AgentKind.CLAUDE, claude(workspace), connections);
        assertThat(top.connect(false, false).changes()).isEmpty();
        assertThat(top.remove(false).remarks()).isEmpty();
        Files.delete(workspace.resolve("src/main"));
        Files.delete(workspace.resolve("src"));

        assertThat(snapshot()).isEqualTo(before);
    }

    private ConnectPlace claude(Path directory) {
        return place(directory, false);
    }

    @Test
    void G040_a_home_of_another_place_is_told_to_hooks_and_server() throws Exception {
        ConnectPlace place = new ConnectPlace(
                workspace, user, "/opt/tapgateway", Map.of(), Optional.of(Path.of("/home/it's mine")), false);
        new Connector(AgentKind.GEMINI, place, connections).connect(false, false);
        new Connector(AgentKind.OPENCODE, place, connections).connect(false, false);

        assertThat(Files.readString(user.resolve(".gemini/settings.json")))
                .contains(
                        "\"args\": [\"mcp\",\"--home\",\"/home/it's mine\"]",
                        "\"'/opt/tapgateway' hook gemini --home '/home/it'\\\\''s mine' --connected\"");
        assertThat(Files.readString(user.resolve(".config/opencode/plugin/tap.js")))
                .contains("[\"/opt/tapgateway\",\"hook\",\"opencode\",\"--home\",\"/home/it's mine\",\"--connected\"]");
    }

    @Test
    void G041_a_plugin_of_somebody_else_is_left_and_one_that_was_edited_too() throws Exception {
        Path plugin =
                Files.createDirectories(workspace.resolve(".opencode/plugin")).resolve("tap.js");
        Files.writeString(plugin, "export const Mine = 1\n");
        assertThat(connect(AgentKind.OPENCODE, true).remarks())
                .containsExactly(
                        plugin + " is another one, and was left as it is; rename or remove it, and connect again.");
        assertThat(plugin).hasContent("export const Mine = 1\n");

        connector(AgentKind.OPENCODE, true).remove(false);
        Files.delete(plugin);
        connect(AgentKind.OPENCODE, true);
        Files.writeString(plugin, Files.readString(plugin) + "// mine\n");

        assertThat(connector(AgentKind.OPENCODE, true).remove(false).remarks())
                .containsExactly(plugin + " was edited since, and is left as it is; remove it yourself.");
        assertThat(plugin).content().endsWith("// mine\n");
    }

    @Test
    void G011_G015_codex_follows_lists_and_waits_as_long_as_calls_take() throws Exception {
        connect(AgentKind.CODEX, true);

        assertThat(workspace.resolve(".codex/config.toml"))
                .hasContent(
                        "[features]\nmcp_tool_list_changed = true\n\n[mcp_servers.tap]\ncommand = \"tapgateway\"\nargs = [\"mcp\"]\ntool_timeout_sec = 620\n");
    }

    @Test
    void levels_have_a_limit() throws Exception {
        String deepest = "[".repeat(TolerantJson.MAX_DEPTH) + "]".repeat(TolerantJson.MAX_DEPTH);

        assertThat(TolerantJson.read("{\"a\": " + deepest + "}").members()).hasSize(1);
        assertThatThrownBy(() -> TolerantJson.read("{\"a\": [" + deepest + "]}"))
                .hasMessageContaining("more than 128 levels");
    }

    @Test
    void a_rehearsal_writes_nothing() throws Exception {
        Map<String, String> before = snapshot();

        assertThat(connector(AgentKind.CLAUDE, true).connect(true, true).changes())
                .hasSize(2);

        assertThat(snapshot()).isEqualTo(before);
    }

    @Test
    void a_launcher_is_quoted_as_the_shells_of_its_system_read_it() {
        assertThat(at("/opt/it's here/tapgateway").quotedLauncher()).isEqualTo("'/opt/it'\\''s here/tapgateway'");
        assertThat(at("C:\\Program Files\\tap\\bin\\tapgateway.cmd").quotedLauncher())
                .isEqualTo("\"C:\\Program Files\\tap\\bin\\tapgateway.cmd\"");
    }

    private ConnectPlace at(String launcher) {
        return new ConnectPlace(workspace, user, launcher, Map.of(), Optional.empty(), false);
    }

    private Connector.Outcome connect(AgentKind agent, boolean isShared) throws Problem {
        return connector(agent, isShared).connect(agent == AgentKind.CLAUDE, false);
    }

    private Connector connector(AgentKind agent, boolean isShared) {
        return new Connector(agent, place(isShared), connections);
    }

    private ConnectPlace place(boolean isShared) {
        return place(workspace, isShared);
    }

    private ConnectPlace place(Path directory, boolean isShared) {
        return new ConnectPlace(directory, user, "/opt/tapgateway", Map.of(), Optional.empty(), isShared);
    }

    private List<Path> files(AgentKind agent, boolean isShared) {
        return agent.wanted(place(isShared), agent == AgentKind.CLAUDE).stream()
                .map(AgentKind.Wanted::file)
                .distinct()
                .toList();
    }

    /** All that is there but for the home. */
    private Map<String, String> snapshot() throws IOException {
        Map<String, String> all = new TreeMap<>();
        for (Path root : List.of(user, workspace)) {
            try (Stream<Path> paths = Files.walk(root)) {
                for (Path each : paths.toList()) {
                    all.put(
                            each.toString(),
                            Files.isDirectory(each)
                                    ? "directory"
                                    : new String(Files.readAllBytes(each), StandardCharsets.ISO_8859_1));
                }
            }
        }
        return all;
    }

    private static String object(Random random, int depth) {
        List<String> members = new ArrayList<>();
        for (int i = 0; i < random.nextInt(4); i++) {
            String name = depth == 0 && i == 0 ? "a" : "m" + i;
            String value = depth < 3 && (name.equals("a") || random.nextBoolean())
                    ? object(random, depth + 1)
                    : random.nextBoolean() ? "[1, \"x,}\"]" : "null";
            members.add(gap(random) + "\"" + name + "\"" + gap(random) + ":" + gap(random) + value + gap(random));
        }
        boolean hasTrailingComma = !members.isEmpty() && random.nextBoolean();
        return "{" + String.join(",", members) + (hasTrailingComma ? "," : "") + gap(random) + "}";
    }

    private static String gap(Random random) {
        return List.of("", "", " ", "\n  ", "\r\n\t", " // \"tap\"\n", "/* } */")
                .get(random.nextInt(7));
    }
}
