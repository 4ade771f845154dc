package io.tapgateway.app.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.mcp.protocol.http.TokenScope;
import io.tapgateway.mcp.protocol.oauth.KnownClient;
import io.tapgateway.programs.Command;
import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is configured, approved and looked up before a server is started. */
class McpServersFileTest {
    @TempDir
    private Path directory;

    private HomeDirectory home;
    private McpServersFile file;

    @BeforeEach
    void makeHome() {
        home = new HomeDirectory(directory.resolve("home"), directory.resolve("copilot"));
        file = McpServersFile.in(home);
    }

    private static McpEntry entry(String key, String written) throws Exception {
        return McpEntry.read(key, JsonValue.parse(written));
    }

    @Test
    void M060_servers_are_kept_in_a_file_that_nobody_else_can_read() throws Exception {
        file.put(List.of(entry("a", "{\"command\":\"one\"}"), entry("b", "{\"command\":\"two\",\"enabled\":false}")));
        file.put(List.of(entry("A", "{\"command\":\"other\"}")));

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.path())))
                .isEqualTo("rw-------");
        assertThat(file.read()).extracting(it -> it.key().value()).containsExactly("A", "b");
        assertThat(file.find("B").map(McpEntry::isEnabled)).contains(false);
        assertThat(file.remove(file.find("a").orElseThrow().key())).isTrue();
        assertThat(file.read()).hasSize(1);
    }

    @Test
    void M060_two_servers_of_one_name_are_refused() throws Exception {
        Path here = file.path();
        String text = "{\"mcpServers\":{\"a b\":{\"command\":\"one\"},\"A_B\":{\"command\":\"two\"}}}";
        Path agents = Files.writeString(directory.resolve(".mcp.json"), text);

        assertThatThrownBy(() -> McpServersFile.read(text, here))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("'A_B'");

        McpImport found = McpImport.of(agents);

        assertThat(found.entries())
                .singleElement()
                .satisfies(it -> assertThat(it.key().value()).isEqualTo("a_b"));
        assertThat(found.remarks()).singleElement().asString().contains("'A_B' is left out");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"command\":7}",
                "{\"command\":\"a\",\"args\":\"b\"}",
                "{\"command\":\"a\",\"timeout\":50}",
                "{\"command\":\"a\",\"shell\":true}",
                "{\"command\":\"a\",\"env\":{\"TAP_TOKEN\":\"x\"}}",
                "{\"url\":\"ftp://example.com\"}",
                "{\"url\":\"https://user:secret@example.com\"}",
                "{\"url\":\"https://example.com\",\"command\":\"a\"}",
                "{\"url\":\"https://example.com\",\"cwd\":\".\"}",
                "{\"url\":\"https://example.com\",\"type\":\"stdio\"}",
                "{\"url\":\"https://example.com\",\"headers\":{\"Host\":\"a\"}}",
                "{\"url\":\"https://example.com\",\"headers\":{\"a b\":\"a\"}}",
                "{\"url\":\"https://example.com\",\"headers\":{\"mcp-session-id\":\"a\"}}",
                "{\"command\":\"a\",\"type\":\"http\"}",
                "{\"command\":\"a\",\"oauth\":{\"clientId\":\"c\"}}",
                "{\"url\":\"https://example.com\",\"oauth\":\"c\"}",
                "{\"url\":\"https://example.com\",\"oauth\":{\"issuer\":\"c\"}}",
                "{\"url\":\"https://example.com\",\"oauth\":{\"clientId\":\"c\",\"clientSecret\":\"hidden\"}}",
                "{\"url\":\"https://example.com\",\"oauth\":{\"clientId\":\"c\",\"clientSecret\":\"${A:-hidden}\"}}",
                "{\"url\":\"https://example.com\",\"oauth\":{\"clientSecret\":\"${SECRET}\"}}",
                "{\"url\":\"https://example.com\",\"oauth\":{\"callbackPort\":0}}",
                "{\"url\":\"https://example.com\",\"oauth\":{\"callbackPort\":65536}}",
                "{\"url\":\"https://example.com\",\"oauth\":{\"scopes\":7}}",
                "[]",
            })
    void M060_what_is_not_understood_completely_is_refused(String written) {
        assertThatThrownBy(() -> entry("a", written)).isInstanceOf(JsonFault.class);
    }

    @Test
    void M060_a_server_at_a_url_has_headers_and_no_program() throws Exception {
        McpEntry entry = entry(
                "a",
                "{\"type\":\"sse\",\"url\":\"https://${HOST:-example.com}/mcp\",\"headers\":{\"X-Key\":\"${KEY}\"},"
                        + "\"timeout\":1000}");

        assertThat(entry.isAtAddress()).isTrue();
        assertThat(entry.isOfFirstRevision()).isTrue();
        assertThat(entry.headers()).containsEntry("X-Key", "${KEY}");
        assertThat(McpFiles.of(entry, directory).hashes()).isEmpty();
    }

    @Test
    void M071_a_server_at_a_url_says_as_whom_its_user_logs_in() throws Exception {
        McpOauth oauth = entry(
                        "a",
                        "{\"url\":\"https://example.com\",\"oauth\":{\"clientId\":\"${ID:-c}\","
                                + "\"clientSecret\":\"${SECRET}\",\"callbackPort\":65535,\"scopes\":\"read write\"}}")
                .oauth();

        assertThat(oauth.client(new McpVariables(Map.of("SECRET", "hidden"), Map.of())))
                .contains(new KnownClient("c", Optional.of("hidden")));
        assertThat(oauth.callbackPort()).contains(65_535);
        assertThat(oauth.scope()).isEqualTo(TokenScope.of("read write"));
        assertThat(entry("a", "{\"url\":\"https://example.com\",\"oauth\":{\"scopes\":[\"read\",\"write\"]}}")
                        .oauth()
                        .scope())
                .isEqualTo(oauth.scope());
        assertThat(entry("a", "{\"url\":\"https://example.com\"}").oauth()).isEqualTo(McpOauth.NONE);
    }

    @Test
    void M061_another_url_or_header_is_another_server() throws Exception {
        McpEntry entry = entry("a", "{\"url\":\"https://example.com\",\"headers\":{\"X-Key\":\"${KEY}\"}}");
        McpFiles none = McpFiles.of(entry, directory);
        McpApprovals approvals = McpApprovals.in(home);
        approvals.add(entry, none);

        assertThat(approvals.contain(entry, none)).isTrue();
        for (String other : List.of(
                "{\"url\":\"https://example.com/\",\"headers\":{\"X-Key\":\"${KEY}\"}}",
                "{\"url\":\"https://example.com\",\"headers\":{\"X-Key\":\"${OTHER}\"}}",
                "{\"url\":\"https://example.com\",\"headers\":{\"X-Key\":\"${KEY}\"},\"oauth\":{\"clientId\":\"c\"}}",
                "{\"url\":\"https://example.com\"}")) {
            assertThat(approvals.contain(entry("a", other), none)).as(other).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource({"files,files", "my files!,my_files_", "_x,x", "list,list_server"})
    void M062_a_provider_is_called_as_its_server_as_far_as_it_can_be(String name, String key) {
        assertThat(McpEntry.key(name).value()).isEqualTo(key);
        assertThat(McpEntry.key("x".repeat(100)).value()).hasSize(48);
        assertThat(McpEntry.key("ä").value()).startsWith("server_");
    }

    @Test
    void M061_an_approval_covers_how_a_server_is_started_and_the_files_that_it_names() throws Exception {
        Path workspace = Files.createDirectory(directory.resolve("workspace")).toRealPath();
        Path script = Files.writeString(workspace.resolve("server.js"), "1");
        McpEntry entry = entry("a", "{\"command\":\"node\",\"args\":[\"server.js\"],\"timeout\":1000}");
        McpApprovals approvals = McpApprovals.in(home);
        McpFiles before = McpFiles.of(entry, workspace);
        assertThat(approvals.contain(entry, before)).isFalse();

        approvals.add(entry, before);

        assertThat(before.hashes()).containsOnlyKeys(script);
        assertThat(approvals.contain(entry, before)).isTrue();
        McpEntry slower = entry("a", "{\"command\":\"node\",\"args\":[\"server.js\"],\"timeout\":2000}");
        assertThat(approvals.contain(slower, before)).isTrue();
        McpEntry other = entry("a", "{\"command\":\"node\",\"args\":[\"server.js\",\"--all\"]}");
        assertThat(approvals.contain(other, before)).isFalse();
        Files.writeString(script, "2");
        assertThat(approvals.contain(entry, McpFiles.of(entry, workspace))).isFalse();
        Path elsewhere = Files.createDirectory(directory.resolve("elsewhere")).toRealPath();
        Files.writeString(elsewhere.resolve("server.js"), "1");
        assertThat(approvals.contain(entry, McpFiles.of(entry, elsewhere))).isFalse();
    }

    @Test
    void M061_other_variables_are_another_server() throws Exception {
        McpEntry entry = entry("a", "{\"command\":\"node\",\"env\":{\"KEY\":\"${KEY}\"}}");
        McpFiles none = McpFiles.of(entry, directory);
        McpApprovals approvals = McpApprovals.in(home);
        approvals.add(entry, none);

        assertThat(approvals.contain(entry, none)).isTrue();
        assertThat(approvals.contain(entry("a", "{\"command\":\"node\",\"env\":{\"KEY\":\"${OTHER}\"}}"), none))
                .isFalse();
        assertThat(approvals.contain(entry("a", "{\"command\":\"node\",\"cwd\":\"..\"}"), none))
                .isFalse();
        assertThat(approvals.contain(entry("b", "{\"command\":\"node\",\"env\":{\"KEY\":\"${KEY}\"}}"), none))
                .isFalse();
    }

    @Test
    void M067_tools_are_approved_as_those_of_the_server_that_it_is_now() throws Exception {
        McpEntry entry = entry("a", "{\"command\":\"one\"}");
        McpApprovals approvals = McpApprovals.in(home);

        approvals.addTools(entry, "1234");

        assertThat(approvals.containTools(entry, "1234")).isTrue();
        assertThat(approvals.containTools(entry, "5678")).isFalse();
        assertThat(approvals.containTools(entry("a", "{\"command\":\"two\"}"), "1234"))
                .isFalse();
    }

    @Test
    void M061_who_removes_a_server_and_adds_it_again_is_asked_again() throws Exception {
        McpEntry entry = entry("a", "{\"command\":\"one\"}");
        McpEntry kept = entry("ab", "{\"command\":\"one\"}");
        McpFiles none = McpFiles.of(entry, directory);
        McpApprovals approvals = McpApprovals.in(home);
        approvals.add(entry, none);
        approvals.addTools(entry, "1234");
        approvals.add(kept, none);

        approvals.remove(entry);

        assertThat(approvals.contain(entry, none)).isFalse();
        assertThat(approvals.containTools(entry, "1234")).isFalse();
        assertThat(approvals.contain(kept, none)).isTrue();
        approvals.remove(kept);
        assertThat(approvals.contain(kept, none)).isFalse();
    }

    @Test
    void M061_variables_are_looked_up_at_each_start_and_none_of_the_gateways_own() throws Exception {
        McpVariables variables =
                new McpVariables(Map.of("A", "1"), Map.of("A", "2", "B", "3", "TAPGATEWAY_HOME", "secret"));
        Command command = new Command(List.of("x", "${A}-${B}-${C:-4}", "$A"), Path.of("/"), Map.of("K", "${B}"));

        Command run = variables.in(command);

        assertThat(run.line()).containsExactly("x", "1-3-4", "$A");
        assertThat(run.environment()).isEqualTo(Map.of("K", "3"));
        Command unknown = new Command(List.of("${D}"), Path.of("/"), Map.of());
        assertThatThrownBy(() -> variables.in(unknown))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(" D ");
        Command ours = new Command(List.of("${TAPGATEWAY_HOME}"), Path.of("/"), Map.of());
        assertThatThrownBy(() -> variables.in(ours)).isInstanceOf(IOException.class);
    }

    @Test
    void I91_what_a_variable_stands_for_within_a_text_counts_as_given() throws Exception {
        McpVariables variables = new McpVariables(Map.of("KEY", "s3cret-of-ada", "ID", "s3cret-of-bob"), Map.of());
        Command command = new Command(
                List.of("serve", "--key=${KEY}", "--port=${PORT:-8080}"), Path.of("/"), Map.of("TOKEN", "id=${ID}"));

        assertThat(variables.given(command))
                .containsExactly("id=s3cret-of-bob", "s3cret-of-ada", "8080", "s3cret-of-bob");
    }

    @Test
    void I91_what_stands_in_the_query_of_an_address_counts_as_given() throws Exception {
        McpVariables variables = new McpVariables(Map.of("KEY", "s3cret-of-ada", "ID", "s3cret-of-bob"), Map.of());
        String url = "https://example.com/${ID}/mcp?apiKey=${KEY}&project=a%20b";

        assertThat(McpHttp.given(url, McpHttp.address(variables.in(url)), variables))
                .contains("s3cret-of-bob", "s3cret-of-ada", "a%20b", "a b")
                .doesNotContain("mcp", "apiKey");
    }

    @Test
    void M067_what_was_approved_of_tools_counts_as_long_as_the_server_is_started_as_it_was_then() throws Exception {
        McpEntry entry = entry("a", "{\"command\":\"one\"}");
        Map<String, JsonValue> definitions = Map.of("read", JsonValue.of(Map.of("name", "read")));
        McpPinFile pins = new McpPinFile(home, entry, Optional.empty());
        assertThat(pins.load()).isEmpty();

        file.put(List.of(entry));
        pins.save(definitions);

        assertThat(pins.load()).contains(new TreeMap<>(definitions));
        assertThat(new McpPinFile(home, entry("a", "{\"command\":\"two\"}"), Optional.empty()).load())
                .isEmpty();
        Files.writeString(home.path().resolve("mcp-pins").resolve("a.json"), "broken");
        assertThat(pins.load()).contains(Map.of());
    }
}
