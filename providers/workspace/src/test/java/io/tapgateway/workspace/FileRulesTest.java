package io.tapgateway.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.ProviderBuilder;
import io.tapgateway.provider.hook.GateDecision;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.testkit.RecordingHost;
import io.tapgateway.transport.local.LocalProviderTransport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What searches leave out because of rules on files. */
@DisabledOnOs(OS.WINDOWS)
@Timeout(240)
class FileRulesTest {
    private static final int PATIENCE_SECONDS = 60;

    @TempDir
    private Path temporary;

    private final Gateway gateway = Gateway.builder().build();
    private GatewaySession session;
    private Path directory;

    @BeforeEach
    void open() throws Exception {
        directory = temporary.toRealPath();
        session = gateway.openSession(SessionInfo.of("main", "Main", directory), new RecordingHost());
        Files.createDirectories(directory.resolve("src"));
        Files.writeString(directory.resolve("src/a.txt"), "needle in a\n");
        Files.writeString(directory.resolve("src/b.key.txt"), "needle in b\n");
        attach(ToolSet.MODERN);
    }

    private void attach(ToolSet tools) throws Exception {
        var unused = Workspace.attach(
                gateway, session.info().id(), WorkspaceSettings.of(directory).offering(tools));
    }

    @AfterEach
    void end() {
        gateway.closeNow();
    }

    private void rules(UnaryOperator<ProviderBuilder> rules) {
        LocalProviderTransport.to(gateway)
                .executor(Runnable::run)
                .attach(
                        session.info().id(),
                        rules.apply(Provider.named("rules")).build());
    }

    private String found() {
        ToolOutcome outcome = session.callTool("grep", JsonValue.of(Map.of("pattern", "needle")))
                .toCompletableFuture()
                .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .join();
        JsonValue data = ((ToolOutcome.Success) outcome).data();
        return data.get("lines").flatMap(JsonReader.TEXT::tryRead).orElseThrow() + "withheld "
                + data.get("withheld").orElseThrow().json();
    }

    @Test
    void F020_what_a_rule_keeps_from_being_read_is_left_out_and_counted() {
        assertThat(found()).isEqualTo("src/a.txt:1:needle in a\nsrc/b.key.txt:1:needle in b\nwithheld 0");

        rules(it -> it.deny(Match.tool("read").file("*.key.*"), "No keys."));

        assertThat(found()).isEqualTo("src/a.txt:1:needle in a\nwithheld 1");
    }

    @Test
    void F020_what_has_to_be_asked_about_before_it_is_read_is_left_out_too() {
        rules(it -> it.ask(Match.ANY.file("src/a.txt"), "Sure?")
                .gate(Match.ANY.file(directory + "/src/b.*"), check -> GateDecision.allow()));

        assertThat(found()).isEqualTo("withheld 2");
    }

    @Test
    void F020_a_rule_that_also_looks_at_other_arguments_counts_as_matching() {
        rules(it -> it.deny(Match.tool("read").file("*.txt").args("never"), "No."));

        assertThat(found()).isEqualTo("withheld 2");
    }

    @Test
    void F020_rules_on_other_tools_other_providers_and_remarks_keep_nothing() {
        rules(it -> it.deny(Match.tool("write").file("*"), "No.")
                .deny(Match.ANY.provider("host").file("*"), "No.")
                .remark(Match.ANY.file("*"), "Look."));

        assertThat(found()).endsWith("withheld 0");
    }
}
