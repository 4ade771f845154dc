package io.tapgateway.transport.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.ToolFile;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.runtime.FileResults;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.ToolOutcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Files as results, from the hands of a provider's author to the host. */
@EnabledOnOs(OS.LINUX)
class LocalFilesTest {
    private final LocalGateway local = new LocalGateway();

    @AfterEach
    void closeGateway() {
        local.gateway.closeNow();
    }

    @Test
    void D152_D153_a_provider_writes_a_file_into_its_directory_and_answers_with_it(@TempDir Path temporary) {
        FileResults files = FileResults.in(temporary.resolve("providers")).readBy(Runnable::run);
        try (Gateway keeping = Gateway.builder()
                .clock(local.clock)
                .executor(Runnable::run)
                .fileResults(files)
                .build()) {
            GatewaySession talk = keeping.openSession(SessionInfo.of("abc", "PR #42", Path.of("/code")), local.host);
            Provider camera = local.named("camera")
                    .tool("shot", "Takes a picture", Schema.object(), call -> {
                        Path picture = call.persistDir().orElseThrow().resolve("shot.txt");
                        return ToolFile.of(Files.writeString(picture, "a picture"), "text/plain");
                    })
                    .build();
            BoundProvider attached =
                    LocalProviderTransport.to(keeping).executor(Runnable::run).attach(LocalGateway.SESSION, camera);

            ToolOutcome outcome = LocalGateway.now(talk.callTool("shot", JsonValue.EMPTY_OBJECT));

            assertThat(attached.binding().orElseThrow().persistDir())
                    .get()
                    .satisfies(it -> assertThat(it).isDirectory());
            assertThat(outcome)
                    .isInstanceOfSatisfying(
                            ToolOutcome.File.class,
                            file -> assertThat(file.content().stream()).hasContent("a picture"));
        }
    }

    @Test
    void D153_without_directories_a_provider_is_told_of_none() {
        List<Boolean> seen = new ArrayList<>();
        local.transport.attach(
                LocalGateway.SESSION,
                local.named("camera")
                        .tool(
                                "shot",
                                "Takes a picture",
                                Schema.object(),
                                call -> seen.add(call.persistDir().isPresent()))
                        .build());

        local.call("shot", Map.of());

        assertThat(seen).containsExactly(false);
    }
}
