package io.tapgateway.app.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.app.control.event.ScriptedPage;
import io.tapgateway.app.extension.ExtensionSource;
import io.tapgateway.app.extension.SessionExtensions;
import io.tapgateway.protocol.model.SessionId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The extensions of a session, as programs of the owner see them. */
class ExtensionApiTest {
    @TempDir
    private static Path home;

    private final ApiFixture api = new ApiFixture(home);

    private void sitDown() {
        ScriptedPage page = new ScriptedPage();
        api.seats.sit("a".repeat(64), page);
        api.seats.confirm(page.code());
        api.personKey = Optional.of("a".repeat(64));
    }

    @Test
    void Z086_programs_see_extensions_and_commands_and_only_a_person_runs_or_stops_them() {
        assertThat(api.get("/api/sessions/main/extensions").json()).isEqualTo("{\"extensions\":[]}");
        assertThat(api.get("/api/sessions/main/commands").json()).contains("\"name\":\"help\"");
        api.answer(404, "GET", "/api/sessions/none/extensions", "");

        assertThat(api.answer(403, "POST", "/api/sessions/main/commands/greet", "{}")
                        .json())
                .contains("at the prompt");
        assertThat(api.answer(403, "DELETE", "/api/sessions/main/extensions/guard", "")
                        .json())
                .contains("'ext stop'");
        sitDown();
        api.answer(404, "POST", "/api/sessions/main/commands/greet", "{}");
        api.answer(404, "DELETE", "/api/sessions/main/extensions/guard", "");
    }

    @Test
    void Z038_one_that_is_not_started_says_why(@TempDir Path directory) throws Exception {
        Path real = directory.toRealPath();
        Files.writeString(real.resolve("extension.json"), "{\"name\":\"guard\",\"exec\":\"x\",\"enabled\":false}");

        var unused = api.extensions.start(new SessionId("main"), ExtensionSource.ofDirectories(List.of(real)), "");

        assertThat(api.get("/api/sessions/main/extensions").json())
                .isEqualTo(
                        "{\"extensions\":[{\"name\":\"guard\",\"version\":\"\",\"scope\":\"explicit\",\"dir\":\"" + real
                                + "\",\"state\":\"disabled\",\"problem\":\"\\\"enabled\\\" is false in its extension.json\","
                                + "\"command\":[\"x\"],\"approval\":\"not-needed\"}]}");
    }

    @Test
    void Z024_Z026_a_person_reviews_and_starts_one_by_its_hash_and_programs_do_not(@TempDir Path directory)
            throws Exception {
        Path real = directory.toRealPath();
        Files.writeString(real.resolve("run"), "#!/bin/sh\n");
        Files.writeString(real.resolve("extension.json"), "{\"name\":\"guard\",\"exec\":\"./run\"}");
        String path = "{\"path\":\"" + real + "\"}";
        api.answer(403, "POST", "/api/sessions/main/extensions/review", path);
        api.answer(403, "POST", "/api/sessions/main/extensions", path);
        sitDown();

        String reviewed = api.answer(200, "POST", "/api/sessions/main/extensions/review", path)
                .json();

        assertThat(reviewed)
                .contains("\"name\":\"guard\",\"dir\":\"" + real + "\",\"command\":[\"" + real + "/run\"],\"files\":[\""
                        + real + "/run\"],\"sha256\":\"");
        assertThat(api.get("/api/sessions/main/extensions").json()).isEqualTo("{\"extensions\":[]}");
        String sha256 = reviewed.replaceFirst(".*\"sha256\":\"([0-9a-f]{64})\".*", "$1");
        String started = "{\"path\":\"" + real + "\",\"sha256\":\"" + sha256 + "\"}";
        api.answer(400, "POST", "/api/sessions/main/extensions", path);
        api.answer(400, "POST", "/api/sessions/main/extensions/review", "{\"path\":\"here\"}");
        Files.writeString(real.resolve("run"), "#!/bin/sh\nexit 1\n");
        api.answer(409, "POST", "/api/sessions/main/extensions", started);
        Files.writeString(real.resolve("run"), "#!/bin/sh\n");
        assertThat(api.answer(201, "POST", "/api/sessions/main/extensions", started)
                        .json())
                .contains("\"name\":\"guard\"", "\"scope\":\"explicit\"");
    }

    @Test
    void Z113_the_log_of_one_that_was_started_can_be_read_without_what_a_terminal_would_obey(@TempDir Path directory)
            throws Exception {
        Path real = directory.toRealPath();
        Path program = Files.writeString(real.resolve("run"), "#!/bin/sh\nprintf '\\033[2Jone\\ntwo\\n' >&2\nexit 1\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        Files.writeString(real.resolve("extension.json"), "{\"name\":\"talks\",\"exec\":\"./run\"}");
        api.answer(404, "GET", "/api/sessions/main/extensions/talks/log", "");

        api.extensions
                .start(new SessionId("main"), ExtensionSource.ofDirectories(List.of(real)), "")
                .toCompletableFuture()
                .get(60, TimeUnit.SECONDS);

        await().atMost(Duration.ofSeconds(60))
                .until(() -> api.get("/api/sessions/main/extensions/talks/log")
                        .json()
                        .contains("\"two\""));
        assertThat(api.get("/api/sessions/main/extensions/talks/log?last=2").json())
                .startsWith("{\"lines\":[")
                .endsWith("one\",\"two\"]}")
                .doesNotContain("\\u001b");
        api.answer(400, "GET", "/api/sessions/main/extensions/talks/log?last=1001", "");
    }

    @Test
    void Z105_programs_do_not_reload_them() {
        assertThat(api.answer(403, "POST", "/api/sessions/main/extensions/reload", "")
                        .json())
                .contains("'ext reload'");
    }

    @Test
    void ZI06_one_that_is_being_started_is_not_started_again(@TempDir Path directory) throws Exception {
        Path real = directory.toRealPath();
        Files.writeString(real.resolve("extension.json"), "{\"name\":\"guard\",\"exec\":\"./run\"}");
        Files.setPosixFilePermissions(
                Files.writeString(real.resolve("run"), "#!/bin/sh\nread -r nothing\n"),
                PosixFilePermissions.fromString("rwx------"));
        sitDown();
        String path = "{\"path\":\"" + real + "\"}";
        String sha256 = api.answer(200, "POST", "/api/sessions/main/extensions/review", path)
                .json()
                .replaceFirst(".*\"sha256\":\"([0-9a-f]{64})\".*", "$1");
        String started = "{\"path\":\"" + real + "\",\"sha256\":\"" + sha256 + "\"}";
        try (SessionExtensions all = api.extensions) {
            api.answer(201, "POST", "/api/sessions/main/extensions", started);

            assertThat(api.answer(409, "POST", "/api/sessions/main/extensions", started)
                            .json())
                    .contains("runs in this session");

            assertThat(all.all(new SessionId("main"))).hasSize(1);
        }
    }
}
