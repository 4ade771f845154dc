package io.tapgateway.app.control;

import static io.tapgateway.app.control.ApiFixture.assertLooksLike;

import io.tapgateway.app.session.NewSession;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramApiTest {
    private static final String PROGRAMS = "/api/sessions/here/programs";

    @TempDir
    private Path temporary;

    private final ApiFixture api = new ApiFixture();
    private Path config;

    @BeforeEach
    void openSessions() throws Exception {
        Path workspace = temporary.toRealPath();
        api.sessions.open(NewSession.of("here", "Here", Optional.of(workspace)));
        api.sessions.open(NewSession.of("nowhere", "Nowhere", Optional.empty()));
        config = Files.writeString(
                workspace.resolve("tap.config.json"),
                "{\"providers\":[{\"name\":\"ci\",\"command\":[\"node\",\"ci.mjs\"],\"env\":{\"A\":\"b\"}}]}");
    }

    @AfterEach
    void close() {
        api.programs.close();
        api.gateway.closeNow();
    }

    @Test
    void T34_a_review_shows_all_that_would_be_started_and_the_hash_to_approve() {
        assertLooksLike(
                api.answer(200, "POST", PROGRAMS + "/review", body(config, "")),
                "{'config':'" + config
                        + "','sha256':'*','files':[],'remarks':[],'programs':[{'name':'ci','command':['node','ci.mjs'],'cwd':'"
                        + config.getParent()
                        + "','env':{'A':'b'},'restart':'on-failure'}],'mcpServers':[],'streams':[],'emitters':[]}");
        assertLooksLike(api.get(PROGRAMS), "{'programs':[]}");
    }

    @Test
    void D228_without_the_hash_of_the_file_as_it_is_nothing_is_started() {
        assertLooksLike(
                api.answer(400, "POST", PROGRAMS, body(config, "")),
                "{'error':{'code':'INVALID_REQUEST','message':'The body needs a *sha256*'}}");
        assertLooksLike(
                api.answer(409, "POST", PROGRAMS, body(config, "00")),
                "{'error':{'code':'CONFLICT','message':'The file, or one that its commands name, has changed since it was approved*'}}");
        assertLooksLike(api.get(PROGRAMS), "{'programs':[]}");
    }

    @Test
    void U107_a_browser_starts_programs_once_a_person_sits_there() {
        api.personKey = Optional.of("b".repeat(64));
        assertLooksLike(
                api.answer(403, "POST", PROGRAMS, body(config, "00")),
                "{'error':{'code':'FORBIDDEN','message':'Programs are started by a person*'}}");

        api.becomePerson();

        api.answer(409, "POST", PROGRAMS, body(config, "00"));
    }

    @Test
    void T34_programs_need_a_workspace_that_their_file_is_in() {
        api.answer(400, "POST", "/api/sessions/nowhere/programs/review", body(config, ""));
        api.answer(400, "POST", PROGRAMS + "/review", body(Path.of("tap.config.json"), ""));
        api.answer(400, "POST", PROGRAMS + "/review", body(config.resolveSibling("none.json"), ""));
        api.answer(400, "POST", PROGRAMS + "/review", body(Path.of("/etc/passwd"), ""));
        api.answer(404, "POST", "/api/sessions/none/programs/review", body(config, ""));
    }

    private static String body(Path config, String sha256) {
        String approval = sha256.isEmpty() ? "" : ",\"sha256\":\"" + sha256 + "\"";
        return "{\"config\":\"" + config + "\"" + approval + "}";
    }
}
