package io.tapgateway.app.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.control.api.ApiReply;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.workspace.WorkspaceSettings;
import io.tapgateway.workspace.checkpoint.CheckpointMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Checkpoints over the control port: who sees them, and who brings files back. */
@DisabledOnOs(OS.WINDOWS)
class CheckpointApiTest {
    private static final String CHECKPOINTS = "/api/sessions/main/checkpoints";

    @TempDir
    private Path temporary;

    private ApiFixture api;
    private Path file;

    @BeforeEach
    void openWorkspace() throws Exception {
        Path directory = Files.createDirectory(temporary.toRealPath().resolve("work"));
        file = Files.writeString(directory.resolve("a.txt"), "one");
        api = new ApiFixture(temporary.toRealPath().resolve("home"));
        var unused = api.workspaces.attach(
                new SessionId("main"), WorkspaceSettings.of(directory), Optional.of(CheckpointMode.ASKED));
    }

    @AfterEach
    void close() {
        api.workspaces.close();
        api.gateway.closeNow();
    }

    private ApiReply ask(String method, String path, String body) {
        return api.ask(method, path, body)
                .toCompletableFuture()
                .orTimeout(60, TimeUnit.SECONDS)
                .join();
    }

    @Test
    void F037_a_program_makes_checkpoints_and_lists_them() {
        ApiReply made = ask("POST", CHECKPOINTS, "");

        JsonValue list = api.get(CHECKPOINTS);
        assertThat(made.status()).isEqualTo(201);
        ApiFixture.assertLooksLike(
                ApiFixture.parsed(made.body()), "{'id':'cp-0001','automatic':false,'changed':false,'bytes':0,'*':'*'}");
        ApiFixture.assertLooksLike(
                list, "{'status':'ready','canUndo':false,'checkpoints':[{'id':'cp-0001','*':'*'}],'*':'*'}");
    }

    @Test
    void U107_a_restore_takes_a_person() throws Exception {
        var unused = ask("POST", CHECKPOINTS, "");
        Files.writeString(file, "two");

        assertThat(ask("POST", CHECKPOINTS + "/restore", "").status()).isEqualTo(403);
        assertThat(ask("DELETE", CHECKPOINTS + "/cp-0001", "").status()).isEqualTo(403);
        assertThat(file).hasContent("two");
        api.becomePerson();
        ApiReply restored = ask("POST", CHECKPOINTS + "/restore", "{\"checkpoint\":\"cp-0001\"}");

        assertThat(restored.body()).isEqualTo("{\"restored\":1,\"removed\":0,\"left\":[]}");
        assertThat(file).hasContent("one");
        assertThat(ask("POST", CHECKPOINTS + "/restore", "{\"checkpoint\":\"undo\"}")
                        .status())
                .isEqualTo(200);
        assertThat(file).hasContent("two");
        assertThat(ask("POST", CHECKPOINTS + "/restore", "").status()).isEqualTo(200);
        assertThat(file).hasContent("one");
        assertThat(ask("DELETE", CHECKPOINTS + "/cp-0001", "").status()).isEqualTo(204);
    }

    @Test
    void F037_what_is_not_there_is_not_restored() {
        api.becomePerson();

        assertThat(ask("POST", CHECKPOINTS + "/restore", "{\"checkpoint\":\"cp-0009\"}")
                        .status())
                .isEqualTo(404);
        assertThat(ask("POST", CHECKPOINTS + "/restore", "{\"checkpoint\":\"cp-9\"}")
                        .status())
                .isEqualTo(400);
        assertThat(ask("GET", "/api/sessions/other/checkpoints", "").status()).isEqualTo(404);
    }
}
