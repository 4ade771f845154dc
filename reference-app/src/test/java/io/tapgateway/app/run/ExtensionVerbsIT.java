package io.tapgateway.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.protocol.json.JsonValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a person does about extensions on the command line of the packaged app. */
@Timeout(180)
class ExtensionVerbsIT {
    private static final String GOOD = """
            #!/bin/sh
            echo '{"type":"hello","name":"good"}'
            echo '{"type":"register_tool","name":"read"}'
            echo '{"type":"ready"}'
            printf '\\033[2Jbegan\\n' >&2
            cat > /dev/null
            """;

    private static final Pattern STATE = Pattern.compile("extensions/good: (ready|unapproved)");

    @TempDir
    private Path directory;

    private Path extension(Path folder, String name, String script) throws Exception {
        Path made = Files.createDirectories(folder.resolve(name));
        Path program = Files.writeString(made.resolve("run"), script);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        Files.writeString(made.resolve("extension.json"), "{\"name\":\"" + name + "\",\"exec\":\"./run\"}");
        return made;
    }

    private AppProcess app(String... arguments) throws Exception {
        return AppProcess.start(
                directory, Map.of("ZOT_HOME", directory.resolve("zot").toString()), arguments);
    }

    private AppProcess.Ended ext(String... arguments) throws Exception {
        try (AppProcess app = app(arguments)) {
            return app.end();
        }
    }

    @Test
    void Z107_Z113_Z114_extensions_are_listed_examined_and_their_logs_shown() throws Exception {
        AppProcess.Ended none = ext("ext", "list");
        assertThat(none.code()).isZero();
        assertThat(none.out()).isEmpty();
        assertThat(none.err()).contains("No extensions are installed");

        Path good = extension(directory, "good", GOOD);
        assertThat(ext("ext", "install", good.toString()).code()).isZero();
        extension(directory.resolve("zot").resolve("extensions"), "bad", "#!/bin/sh\nexit 4\n");
        assertThat(ext("ext", "list").out()).contains("NAME", "good", "bad", "global");

        AppProcess.Ended examined = ext("ext", "doctor");
        assertThat(examined.code()).isEqualTo(1);
        assertThat(examined.out()).contains("FAIL", "exit code 4", "ext-bad.log", "OK", "ready after", "tools read");
        JsonValue one = JsonValue.parse(
                ext("ext", "doctor", "--json", "-e", good.toString()).out());
        assertThat(one.get("ok")).contains(JsonValue.TRUE);

        AppProcess.Ended log = ext("ext", "logs", "good", "--last", "1");
        assertThat(log.code()).isZero();
        assertThat(log.out()).contains("began").doesNotContain("\u001B");
        assertThat(ext("ext", "logs", "nobody").code()).isEqualTo(1);
    }

    @Test
    void Z024_Z026_what_a_project_brings_is_started_once_it_is_approved_by_run() throws Exception {
        Path project = Files.createDirectories(directory.resolve("project"));
        extension(project.resolve(".zot").resolve("extensions"), "good", GOOD);

        assertThat(stateIn(project)).isEqualTo("unapproved");
        assertThat(stateIn(project, "--approve-ext")).isEqualTo("ready");
        // As it is now, nobody has to approve it again.
        assertThat(stateIn(project)).isEqualTo("ready");
        Files.writeString(
                project.resolve(".zot").resolve("extensions").resolve("good").resolve("run"),
                GOOD.replace("read", "write"));
        assertThat(stateIn(project)).isEqualTo("unapproved");
    }

    /** What becomes of the extension of a project that somebody runs without a terminal. */
    private String stateIn(Path project, String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of("run", "--json", "--headless", "--zot"));
        command.addAll(List.of("--session", "main:main:" + project, "--port", "0", "--control-port", "0"));
        command.addAll(List.of(options));
        try (AppProcess app = app(command.toArray(String[]::new))) {
            var unused = app.json();
            List<String> states = new ArrayList<>();
            await().atMost(60, TimeUnit.SECONDS).untilAsserted(() -> {
                String all = ext("ext", "doctor", "--json").out();
                Matcher state = STATE.matcher(all);
                assertThat(state.find()).as(all).isTrue();
                states.add(state.group(1));
            });
            app.signal("TERM");
            app.end();
            return states.get(0);
        }
    }
}
