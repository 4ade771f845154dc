package io.tapgateway.app.cli.agent;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.app.home.Problem;
import io.tapgateway.app.mcp.SessionMcpServers;
import java.util.Map;
import org.junit.jupiter.api.Test;

class McpCommandTest {
    @Test
    void M060_a_gateway_does_not_start_itself_without_end() {
        assertThatThrownBy(() -> McpCommand.refuseToServe(Map.of(SessionMcpServers.MARK, "mine")))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("tapgateway mcp-server remove mine");
        assertThatCode(() -> McpCommand.refuseToServe(Map.of("PATH", "/bin"))).doesNotThrowAnyException();
    }
}
