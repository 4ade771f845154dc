package io.tapgateway.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.testkit.PidFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Agents use emitters in the packaged app, by the control port. */
@Timeout(240)
class EmitterIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Tells who it is and what it has started, and goes on printing as long as it is asked to by a file. */
    private static final String COMMAND = """
            sleep 1000 &
            echo $! > child
            setsid sleep 1000 &
            echo $! > stray
            echo $$ > pid
            echo before
            until [ -e go ]; do sleep 0.05; done
            echo noise
            echo after
            wait
            """;

    @TempDir
    private Path temporary;

    private Path directory;
    private Path workspace;
    private PidFiles processes;

    @BeforeEach
    void makeWorkspace() throws Exception {
        directory = temporary.toRealPath();
        workspace = Files.createDirectories(directory.resolve("workspace"));
        processes = new PidFiles(workspace);
        Files.writeString(workspace.resolve("command.sh"), COMMAND);
    }

    @Test
    void an_agent_starts_an_emitter_hears_it_filters_it_and_stops_it_and_nothing_of_it_is_left() throws Exception {
        try (AppProcess app = run("--emitters")) {
            JsonValue gateway = app.json();
            call(gateway, "tap_start_emitter", "{'name':'tick','command':['echo','tock'],'every':'1s'}");
            call(gateway, "tap_start_emitter", "{'name':'long','command':['sh','command.sh'],'once':true}");
            awaitEvents(gateway, "long@emitters", "before");

            call(
                    gateway,
                    "tap_set_event_filter",
                    "{'emitter':'long','filter':[{'match':'noise','outcome':'drop'},{'match':'after','outcome':'surface'}]}");
            Files.createFile(workspace.resolve("go"));
            awaitEvents(gateway, "long@emitters", "after", "before");
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(events(gateway, "tick@emitters"))
                            .hasSizeGreaterThanOrEqualTo(2)
                            .containsOnly("tock"));
            assertThat(call(gateway, "tap_list_runs", "{'emitter':'tick'}"))
                    .contains("\"index\":2", "\"status\":\"ok\"");

            assertThat(call(gateway, "tap_stop_emitter", "{'name':'long'}")).contains("\"state\":\"stopped\"");

            awaitNobodyIsLeft();
            assertThat(new Owner(gateway).get("api/sessions/main/timeline").json())
                    .contains("after")
                    .doesNotContain("noise");
            app.signal("TERM");
            app.end();
        }
    }

    @Test
    void T34_what_a_file_defines_runs_once_it_is_approved_and_ends_with_a_gateway_that_is_killed() throws Exception {
        Path config = Files.writeString(
                workspace.resolve("tap.config.json"),
                "{'streams':[{'name':'ci','filter':[{'match':'before','outcome':'surface'}]}],'emitters':[{'name':'long','command':['sh','command.sh'],'stream':'ci'}]}"
                        .replace('\'', '"'));
        try (AppProcess unasked = run("--config", config.toString())) {
            AppProcess.Ended ended = unasked.end();
            assertThat(ended.code()).isEqualTo(1);
            assertThat(ended.err()).contains("would start long", "you have not approved it");
            assertThat(workspace.resolve("pid")).doesNotExist();
        }

        try (AppProcess app = run("--config", config.toString(), "--approve-config")) {
            JsonValue gateway = app.json();
            awaitEvents(gateway, "ci@emitters", "before");
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(new Owner(gateway)
                                    .get("api/sessions/main/timeline")
                                    .json())
                            .contains("before"));
            assertThat(call(gateway, "tap_start_emitter", "{'name':'own','command':['true']}"))
                    .contains("\"ok\":false", "may not start commands of your own");

            app.signal("KILL");
            app.end();
        }

        await().atMost(PATIENCE).until(() -> !processes.isAlive("pid") && !processes.isAlive("child"));
        // It has left the group of a command that nobody could stop in good order.
        ProcessHandle.of(processes.pid("stray")).ifPresent(ProcessHandle::destroyForcibly);
    }

    private AppProcess run(String... more) throws IOException {
        List<String> arguments = new ArrayList<>(
                List.of("run", "--json", "--port", "0", "--control-port", "0", "--session", "main::" + workspace));
        arguments.addAll(List.of(more));
        return AppProcess.start(directory, arguments.toArray(String[]::new));
    }

    private void awaitEvents(JsonValue gateway, String stream, String... newestFirst) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(events(gateway, stream)).containsExactly(newestFirst));
    }

    private List<String> events(JsonValue gateway, String stream) throws Exception {
        return new Owner(gateway)
                        .get("api/sessions/main/streams/" + stream)
                        .get("entries")
                        .map(JsonValue::elements)
                        .orElse(List.of())
                        .stream()
                        .map(entry -> entry.get("event").orElseThrow().asString())
                        .toList();
    }

    private static String call(JsonValue gateway, String tool, String args) throws Exception {
        JsonValue body = JsonValue.parse("{\"args\":" + args.replace('\'', '"') + "}");
        return new Owner(gateway)
                .post("api/sessions/main/tools/" + tool + "/call", body)
                .json();
    }

    private void awaitNobodyIsLeft() {
        await().atMost(PATIENCE)
                .until(() -> !processes.isAlive("pid") && !processes.isAlive("child") && !processes.isAlive("stray"));
    }
}
