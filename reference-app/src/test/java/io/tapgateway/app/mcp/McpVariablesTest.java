package io.tapgateway.app.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.runtime.AgentWindow;
import io.tapgateway.runtime.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class McpVariablesTest {
    @TempDir
    private Path temporary;

    private HomeDirectory home;

    @BeforeEach
    void begin() throws Exception {
        Path directory = Files.createDirectory(
                temporary.toRealPath().resolve("home"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        home = new HomeDirectory(directory, directory.resolve("copilot"));
        Path own = Files.createFile(
                directory.resolve(SessionMcpServers.VARIABLES),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(own, "A=of the home\n");
    }

    @Test
    void M061_a_window_sends_what_the_configurations_mention_and_nothing_else() throws Exception {
        Path file =
                Files.writeString(temporary.resolve("servers.json"), "{\"a\":\"${A}-${B:-x}\",\"b\":\"${TAP_X}$C\"}");
        Map<String, String> environment = Map.of("A", "1", "B", "2", "C", "3", "TAP_X", "4", "D", "5");

        Map<String, Secret> sent = McpVariables.mentioned(List.of(file, temporary.resolve("none")), environment);

        assertThat(sent.keySet()).containsExactly("A", "B");
        assertThat(sent.get("B").reveal()).isEqualTo("2");
        assertThat(sent).asString().doesNotContain("2");
    }

    @Test
    void M061_a_window_sends_as_many_and_as_long_ones_as_it_may() throws Exception {
        StringBuilder text = new StringBuilder("${LONG}${TOO_LONG}");
        Map<String, String> environment = new HashMap<>(Map.of(
                "LONG", "x".repeat(AgentWindow.MAX_VARIABLE_CHARACTERS),
                "TOO_LONG", "x".repeat(AgentWindow.MAX_VARIABLE_CHARACTERS + 1)));
        for (int i = 0; i < AgentWindow.MAX_VARIABLES; i++) {
            text.append("${V").append(i).append('}');
            environment.put("V" + i, "v");
        }
        Path file = Files.writeString(temporary.resolve("servers.json"), text);

        Map<String, Secret> sent = McpVariables.mentioned(List.of(file), environment);

        assertThat(sent).hasSize(AgentWindow.MAX_VARIABLES).containsKey("LONG").doesNotContainKey("TOO_LONG");
        assertThat(new AgentWindow(1, Set.of(), sent).variables()).isEqualTo(sent);
        Map<String, Secret> more = new HashMap<>(sent);
        more.put("MORE", Secret.of("v"));
        assertThatThrownBy(() -> new AgentWindow(1, Set.of(), more)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void M061_the_home_comes_first_then_the_window_of_the_session_and_not_the_gateways_environment() throws Exception {
        AgentWindow window =
                new AgentWindow(1, Set.of(), Map.of("A", Secret.of("of the window"), "B", Secret.of("of the window")));

        McpVariables variables = McpVariables.in(home, Optional.of(window));

        assertThat(variables.in("${A}, ${B}")).isEqualTo("of the home, of the window");
        assertThat(System.getenv()).containsKey("PATH");
        assertThatThrownBy(() -> variables.in("${PATH}")).isInstanceOf(IOException.class);
        assertThat(McpVariables.in(home, Optional.empty()).in("${PATH}")).isEqualTo(System.getenv("PATH"));
    }
}
