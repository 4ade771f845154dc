package io.tapgateway.app.connect;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.protocol.json.JsonValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentPackagesTest {
    private static final AgentPackages PACKAGES = new AgentPackages("1.2.3");

    @TempDir
    private Path directory;

    @Test
    void G040_a_package_has_what_connect_writes_for_a_team() throws Exception {
        Path workspace = Files.createDirectory(directory.resolve("code"));
        for (AgentKind agent : new AgentKind[] {AgentKind.CLAUDE, AgentKind.GEMINI}) {
            new Connector(
                            agent,
                            new ConnectPlace(workspace, directory, "x", Map.of(), Optional.empty(), true),
                            Connections.in(new HomeDirectory(directory.resolve("home"), directory)))
                    .connect(false, false);
        }

        assertThat(of("claude/.mcp.json")).isEqualTo(written(workspace.resolve(".mcp.json")));
        assertThat(of("claude/hooks/hooks.json").get("hooks"))
                .isPresent()
                .isEqualTo(written(workspace.resolve(".claude/settings.json")).get("hooks"));
        JsonValue settings = written(workspace.resolve(".gemini/settings.json"));
        assertThat(of("gemini/gemini-extension.json").get("mcpServers"))
                .isPresent()
                .isEqualTo(settings.get("mcpServers"));
        assertThat(of("gemini/hooks/hooks.json").get("hooks")).isPresent().isEqualTo(settings.get("hooks"));
    }

    @Test
    void G040_packages_bear_the_version_of_the_program_or_one_that_agents_take() throws Exception {
        assertThat(of("claude/.claude-plugin/plugin.json").get("version")).contains(JsonValue.of("1.2.3"));
        assertThat(of("gemini/gemini-extension.json").get("version")).contains(JsonValue.of("1.2.3"));
        assertThat(PACKAGES.bundle().get("manifest.json")).contains("\"version\":\"1.2.3\"");
        assertThat(new AgentPackages("dev").version()).isEqualTo("0.0.0");
        assertThat(new AgentPackages("0.1.0-SNAPSHOT").version()).isEqualTo("0.1.0-SNAPSHOT");
    }

    @Test
    void G040_all_are_written_and_the_bundle_is_the_same_whenever_it_is() throws Exception {
        PACKAGES.writeTo(directory.resolve("one"));
        PACKAGES.writeTo(directory.resolve("two"));

        PACKAGES.files()
                .forEach((name, text) ->
                        assertThat(directory.resolve("one").resolve(name)).hasContent(text));
        Path bundle = directory.resolve("one").resolve(AgentPackages.BUNDLE);
        assertThat(bundle).hasSameBinaryContentAs(directory.resolve("two").resolve(AgentPackages.BUNDLE));
        try (ZipFile zip = new ZipFile(bundle.toFile())) {
            assertThat(zip.stream())
                    .extracting(Object::toString)
                    .containsExactlyElementsOf(PACKAGES.bundle().keySet());
        }
    }

    @Test
    void G040_the_line_that_installs_a_package_is_known_where_there_is_one() throws Exception {
        Path program = directory.toRealPath().resolve("it's here");
        assertThat(AgentPackages.line(AgentKind.CLAUDE, program)).isEmpty();
        PACKAGES.writeTo(program.resolve("agents"));

        assertThat(AgentPackages.line(AgentKind.CLAUDE, program))
                .contains("claude plugin install tapgateway --marketplace '" + directory.toRealPath()
                        + "/it'\\''s here/agents/claude'");
        assertThat(AgentPackages.line(AgentKind.GEMINI, program))
                .contains("gemini extensions install '" + directory.toRealPath() + "/it'\\''s here/agents/gemini'");
        assertThat(AgentPackages.line(AgentKind.CODEX, program)).isEmpty();
    }

    private static JsonValue of(String file) throws Exception {
        return JsonValue.parse(PACKAGES.files().get(file));
    }

    private static JsonValue written(Path file) throws Exception {
        return JsonValue.parse(Files.readString(file));
    }
}
