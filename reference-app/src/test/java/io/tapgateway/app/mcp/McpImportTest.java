package io.tapgateway.app.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.app.home.Problem;
import io.tapgateway.mcp.provider.ToolChoice;
import io.tapgateway.protocol.json.JsonValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of the servers that an agent is configured with. */
class McpImportTest {
    @TempDir
    private Path directory;

    private McpImport of(String place, String text) throws Exception {
        Path file = directory.resolve(place);
        Files.createDirectories(file.getParent());
        return McpImport.of(Files.writeString(file, text));
    }

    private static List<JsonValue> written(McpImport found) {
        return found.entries().stream().map(McpEntry::written).toList();
    }

    @Test
    void M060_servers_of_codex_are_taken_over_as_they_are_meant() throws Exception {
        Path codex = Files.writeString(directory.resolve("config.toml"), """
                model = "o3"
                [mcp_servers.docs]
                command = "npx"
                args = ["-y", "docs"]
                env = { KEY = "v" }
                startup_timeout_sec = 20
                disabled_tools = ["erase"]
                env_vars = ["PROXY", { name = "REGION", source = "local" }]
                tool_timeout_sec = 30
                enabled_tools = ["search"]
                [mcp_servers.issues]
                url = "https://example.com/mcp"
                bearer_token_env_var = "TOKEN"
                env_http_headers = { X-Team = "TEAM" }
                enabled = false
                [mcp_servers.tap]
                command = "/usr/bin/tapgateway"
                args = ["mcp"]
                """);

        McpImport found = McpImport.of(codex);

        assertThat(found.entries()).hasSize(2);
        assertThat(found.entries().get(0).written()).isEqualTo(JsonValue.parse("""
                {"command":"npx","args":["-y","docs"],"env":{"KEY":"v","PROXY":"${PROXY}","REGION":"${REGION}"},
                 "timeout":30000,"tools":["search"],"excludeTools":["erase"]}
                """));
        assertThat(found.entries().get(1).written()).isEqualTo(JsonValue.parse("""
                {"url":"https://example.com/mcp","enabled":false,
                 "headers":{"Authorization":"Bearer ${TOKEN}","X-Team":"${TEAM}"}}
                """));
        assertThat(found.remarks())
                .containsExactly(
                        "'docs' is taken over without what only its agent knows: startup_timeout_sec.",
                        "'tap' is this gateway itself, and left out.");
    }

    @Test
    void M060_what_is_wrong_with_a_file_of_codex_is_said_with_its_line() throws Exception {
        Path broken = Files.writeString(directory.resolve("config.toml"), "a = 1\n[mcp_servers\n");
        assertThatThrownBy(() -> McpImport.of(broken))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("line 2: ']' is expected");

        Path none = Files.writeString(directory.resolve("other.toml"), "a = 1\n");
        assertThatThrownBy(() -> McpImport.of(none)).isInstanceOf(Problem.class).hasMessageContaining("no section");
    }

    @Test
    void M060_servers_of_agents_are_taken_over_as_far_as_they_mean_the_same_here() throws Exception {
        Path agents = Files.writeString(
                directory.resolve(".mcp.json"),
                "{\"mcpServers\":{\"one\":{\"command\":\"npx\",\"args\":[\"-y\",\"x\"],\"disabled\":true,\"alwaysAllow\":[]},"
                        + "\"two\":{\"url\":\"https://example.com\",\"headers\":{\"A\":\"${A}\"}},\"five\":{\"url\":7},\"tap\":{\"command\":\"/opt/tapgateway\",\"args\":[\"mcp\"]}}}");
        Path code = Files.writeString(
                directory.resolve("mcp.json"), "{\"servers\":{\"three\":{\"type\":\"stdio\",\"command\":\"a\"}}}");
        Path gemini = Files.writeString(
                Files.createDirectory(directory.resolve(".gemini")).resolve("settings.json"),
                "{\"mcpServers\":{\"old\":{\"url\":\"https://example.com\"},\"new\":{\"httpUrl\":\"https://example.com\"}}}");
        Path other = Files.writeString(directory.resolve("other.json"), "{}");

        McpImport found = McpImport.of(agents);

        assertThat(found.entries()).extracting(it -> it.key().value()).containsExactly("one", "two");
        assertThat(found.entries()).extracting(McpEntry::isEnabled).containsExactly(false, true);
        assertThat(found.entries().get(1).headers()).containsEntry("A", "${A}");
        assertThat(McpImport.of(gemini).entries())
                .extracting(it -> it.key() + " " + it.isOfFirstRevision())
                .containsExactlyInAnyOrder("old true", "new false");
        assertThat(found.remarks())
                .hasSize(3)
                .anyMatch(it -> it.contains("'one' is taken over without what only its agent knows: alwaysAllow"))
                .anyMatch(it -> it.contains("'five' is left out"))
                .anyMatch(it -> it.contains("'tap' is this gateway itself"));
        assertThat(McpImport.of(code).entries()).hasSize(1);
        assertThatThrownBy(() -> McpImport.of(other)).isInstanceOf(Problem.class);
    }

    @Test
    void M060_all_tools_of_a_server_of_copilot_are_all_its_tools() throws Exception {
        McpImport found = of(".mcp.json", """
                {"mcpServers":{"all":{"type":"local","command":"a","tools":["*"]},
                               "some":{"type":"local","command":"a","tools":["read"]}}}
                """);

        assertThat(written(found))
                .containsExactly(
                        JsonValue.parse("{\"type\":\"stdio\",\"command\":\"a\"}"),
                        JsonValue.parse("{\"type\":\"stdio\",\"command\":\"a\",\"tools\":[\"read\"]}"));
        assertThat(found.entries().get(0).spec().tools()).isEqualTo(ToolChoice.ALL);
        assertThat(found.remarks()).isEmpty();
    }

    @Test
    void M060_tools_that_an_agent_keeps_out_stay_out() throws Exception {
        McpImport found = of(".gemini/settings.json", """
                {"mcpServers":{"issues":{"command":"a","includeTools":["read","write"],"excludeTools":["erase"],
                               "env":{"KEY":"$KEY","TEAM":"${TEAM}"},"trust":true}}}
                """);

        assertThat(written(found)).containsExactly(JsonValue.parse("""
                {"command":"a","tools":["read","write"],"excludeTools":["erase"],"env":{"KEY":"${KEY}","TEAM":"${TEAM}"}}
                """));
        assertThat(found.entries().get(0).spec().tools())
                .isEqualTo(new ToolChoice(Optional.of(Set.of("read", "write")), Set.of("erase")));
        assertThat(found.remarks()).containsExactly("'issues' is taken over without what only its agent knows: trust.");
    }

    @Test
    void M060_what_stands_for_something_else_in_an_editor_does_so_here() throws Exception {
        McpImport found = of(".vscode/mcp.json", """
                {"inputs":[{"id":"api-key","type":"promptString"}],
                 "servers":{"files":{"type":"stdio","command":"${workspaceFolder}/serve","cwd":"${workspaceFolder}",
                   "args":["--root=${workspaceFolder}/src","${userHome}/x"],
                   "env":{"KEY":"${input:api-key}","TEAM":"${env:TEAM}","MODE":"${MODE:-fast}"},
                   "envFile":"${workspaceFolder}/.env"}}}
                """);

        assertThat(written(found)).containsExactly(JsonValue.parse("""
                {"type":"stdio","command":"./serve","cwd":".","args":["--root=./src","${HOME}/x"],
                 "env":{"KEY":"${API_KEY}","TEAM":"${TEAM}","MODE":"${MODE:-fast}"}}
                """));
        assertThat(found.remarks())
                .hasSize(2)
                .anyMatch(it -> it.startsWith("'files' wants a value of yours: write API_KEY=…"))
                .anyMatch(it -> it.startsWith("'files' has its variables in a file"));
    }

    @Test
    void M071_as_whom_somebody_logs_in_is_taken_over_from_each_agent_and_no_secret_is() throws Exception {
        McpImport found = of(".mcp.json", """
                {"mcpServers": {
                  "claude": {"url": "https://a.example.com", "oauth": {"clientId": "c", "callbackPort": 8080,
                    "scopes": "read write", "authServerMetadataUrl": "https://b.example.com"}},
                  "gemini": {"url": "https://a.example.com", "oauth": {"enabled": true, "clientId": "c",
                    "clientSecret": "hidden", "scopes": ["read"]}},
                  "my-cursor": {"url": "https://a.example.com", "auth": {"CLIENT_ID": "${env:ID}",
                    "CLIENT_SECRET": "${env:SECRET}", "scopes": ["read"]}},
                  "opencode": {"url": "https://a.example.com", "oauth": false}
                }}
                """);
        McpImport codex = of("config.toml", """
                [mcp_servers.codex]
                url = "https://a.example.com"
                scopes = ["read"]
                [mcp_servers.codex.oauth]
                client_id = "c"
                callback_url = "http://127.0.0.1/callback"
                """);

        assertThat(written(found))
                .extracting(it -> it.get("oauth"))
                .containsExactly(
                        Optional.of(JsonValue.parse(
                                "{\"clientId\":\"c\",\"callbackPort\":8080,\"scopes\":\"read write\"}")),
                        Optional.of(
                                JsonValue.parse(
                                        "{\"clientId\":\"c\",\"clientSecret\":\"${GEMINI_CLIENT_SECRET}\",\"scopes\":[\"read\"]}")),
                        Optional.of(JsonValue.parse(
                                "{\"clientId\":\"${ID}\",\"clientSecret\":\"${SECRET}\",\"scopes\":[\"read\"]}")),
                        Optional.empty());
        assertThat(found.remarks())
                .containsExactly(
                        "'claude' is taken over without what only its agent knows: oauth.authServerMetadataUrl.",
                        "'gemini' has the secret of its client written out, which is not taken over: write"
                                + " GEMINI_CLIENT_SECRET=… into mcp.env of the home.",
                        "'opencode' is taken over without what only its agent knows: oauth.");
        assertThat(written(codex).get(0).get("oauth"))
                .contains(JsonValue.parse("{\"clientId\":\"c\",\"scopes\":[\"read\"]}"));
        assertThat(codex.remarks())
                .containsExactly("'codex' is taken over without what only its agent knows: oauth.callback_url.");
    }

    @Test
    void M060_comments_and_trailing_commas_are_no_obstacle() throws Exception {
        McpImport found = of(".vscode/mcp.json", """
                {
                  // Those of the team.
                  "servers": {
                    "files": {"command": "a", "args": ["//b", 1e2, /* last */], },
                  },
                }
                """);

        assertThat(found.remarks()).hasSize(1).allMatch(it -> it.contains("'files' is left out"));
        assertThat(written(of(".vscode/mcp.json", "{\"servers\":{\"a\":{\"command\":\"//b\",},}, /* end */ }")))
                .containsExactly(JsonValue.parse("{\"command\":\"//b\"}"));
        assertThatThrownBy(() -> of("other.json", "{\"servers\":"))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("cannot be read");
    }

    @Test
    void M060_a_server_with_what_nobody_knows_here_is_left_out() throws Exception {
        McpImport found = of(".vscode/mcp.json", """
                {"servers":{"asks":{"command":"a","args":["${command:pick}"]},
                            "elsewhere":{"command":"a","cwd":"/opt","args":["${workspaceFolder}"]}}}
                """);

        assertThat(found.entries()).isEmpty();
        assertThat(found.remarks())
                .hasSize(2)
                .anyMatch(it -> it.contains("'asks' is left out") && it.contains("${command:pick}"))
                .anyMatch(it -> it.contains("'elsewhere' is left out"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"command\":\"tapgateway\",\"args\":[\"mcp\"]}",
                "{\"command\":\"npx\",\"args\":[\"-y\",\"tapgateway\",\"mcp\"]}",
                "{\"command\":\"npx\",\"args\":[\"tapgateway@0.1.0\",\"mcp\",\"--lazy-tools\",\"40\"]}",
                "{\"command\":\"sh\",\"args\":[\"-c\",\"exec '/opt/tap/tapgateway' mcp\"]}",
                "{\"command\":\"java\",\"args\":[\"-cp\",\"lib/*\",\"io.tapgateway.app.Main\",\"mcp\"]}",
                "{\"url\":\"http://127.0.0.1:9401/mcp/me\",\"headers\":{\"Authorization\":\"Bearer agent-1\"}}",
            })
    void M060_a_gateway_does_not_import_itself(String server) throws Exception {
        McpImport found = of("a/.mcp.json", "{\"mcpServers\":{\"tap\":" + server + "}}");

        assertThat(found.entries()).isEmpty();
        assertThat(found.remarks()).containsExactly("'tap' is this gateway itself, and left out.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"command\":\"npx\",\"args\":[\"files\",\"/home/me/tapgateway\"]}",
                "{\"command\":\"uvx\",\"args\":[\"mcp\",\"tapgateway\"]}",
                "{\"url\":\"http://127.0.0.1:9401/mcp\",\"headers\":{\"Authorization\":\"Bearer x\"}}",
            })
    void M060_a_server_that_only_mentions_it_is_imported(String server) throws Exception {
        assertThat(of("a/.mcp.json", "{\"mcpServers\":{\"other\":" + server + "}}")
                        .entries())
                .hasSize(1);
    }

    @Test
    void M060_a_second_import_replaces_nothing() throws Exception {
        McpEntry mine = McpEntry.read("files", JsonValue.parse("{\"command\":\"a\",\"timeout\":1000}"));
        McpEntry same = McpEntry.read("same", JsonValue.parse("{\"command\":\"a\"}"));
        McpImport found = of("a/.mcp.json", """
                {"mcpServers":{"Files":{"command":"a"},"same":{"command":"a"},"new":{"command":"a"}}}
                """);

        McpImport left = found.besides(List.of(mine, same));

        assertThat(left.entries()).extracting(it -> it.key().value()).containsExactly("new");
        assertThat(left.remarks())
                .hasSize(2)
                .anyMatch(it -> it.startsWith("'Files' is left out: you have another one of that name"))
                .anyMatch(it -> it.equals("'same' is there already."));
    }
}
