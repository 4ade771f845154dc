package io.tapgateway.app.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.agents.HookAnswer;
import io.tapgateway.agents.HookEvent;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.GateResult;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.CallApproval;
import io.tapgateway.runtime.CallQuestion;
import io.tapgateway.runtime.GatewayEvent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditTest {
    private static final SessionId SESSION = new SessionId("claude-1");
    private static final JsonValue PUSH = JsonValue.of(Map.of("command", "git push"));
    private static final HookEvent WANTED =
            new HookEvent.ToolWanted(new HookEvent.Origin("c1", Optional.empty()), Optional.of("t1"), "Bash", PUSH);

    @TempDir
    private Path directory;

    private HomeDirectory home;
    private AuditFile file;
    private Audit audit;

    @BeforeEach
    void prepare() throws Exception {
        Path path = Files.createDirectory(
                directory.resolve("home"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        home = new HomeDirectory(path, directory.resolve("copilot"));
        file = AuditFile.in(home);
        audit = new Audit(file, () -> Instant.parse("2030-01-01T00:00:00Z"));
    }

    @Test
    void G044_who_said_what_about_a_tool_stands_in_a_file_that_nobody_else_can_read() throws Exception {
        audit.onEvent(gate(Optional.of(GateResult.Decision.DENY), Optional.of("CI is red.")));
        audit.onEvent(gate(Optional.empty(), Optional.empty()));
        audit.onHookAnswered(SESSION, WANTED, new HookAnswer.Deny("Denied by ci: CI is red."));
        audit.onHookAnswered(SESSION, WANTED, new HookAnswer.Ask("ci: Sure?"));
        audit.onPersonAnswered(question(), CallApproval.APPROVED.by("in the console"));
        audit.onPersonAnswered(question(), CallApproval.denied("Denied by the user."));

        assertThat(Files.readAllLines(home.path().resolve("audit.jsonl")))
                .containsExactly(
                        line("'tool':'shell','verdict':'denied','by':'ci','said':'CI is red.'"),
                        line("'tool':'shell','verdict':'no answer','by':'ci'"),
                        line("'tool':'Bash','verdict':'denied','by':'gateway','args':'{\\'command\\':\\'git push\\'}',"
                                + "'said':'Denied by ci: CI is red.'"),
                        line("'tool':'Bash','verdict':'asked','by':'gateway','args':'{\\'command\\':\\'git push\\'}',"
                                + "'said':'ci: Sure?'"),
                        line(
                                "'tool':'deploy','verdict':'approved','by':'person in the console','args':'{\\'command\\':\\'git push\\'}'"),
                        line(
                                "'tool':'deploy','verdict':'refused','by':'person','args':'{\\'command\\':\\'git push\\'}',"
                                        + "'said':'Denied by the user.'"));
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(home.path().resolve("audit.jsonl"))))
                .isEqualTo("rw-------");
    }

    @Test
    void G044_what_is_left_to_the_agent_is_not_recorded() throws Exception {
        audit.onHookAnswered(SESSION, WANTED, new HookAnswer.Silence());
        audit.onHookAnswered(SESSION, WANTED, new HookAnswer.Context("It rains"));
        audit.onHookAnswered(
                SESSION,
                new HookEvent.TurnEnded(new HookEvent.Origin("c1", Optional.empty()), false),
                new HookAnswer.GoOn("News"));

        assertThat(file.last(10)).isEmpty();
    }

    @Test
    void G044_tokens_are_blanked_and_long_texts_are_cut() throws Exception {
        String token = "own-" + "a".repeat(43);
        audit.onHookAnswered(SESSION, WANTED, new HookAnswer.Deny("Not with " + token));
        audit.onHookAnswered(SESSION, WANTED, new HookAnswer.Deny("x".repeat(AuditLine.MAX_CHARACTERS)));
        audit.onHookAnswered(SESSION, WANTED, new HookAnswer.Deny("x".repeat(AuditLine.MAX_CHARACTERS + 1)));

        assertThat(said())
                .containsExactly(
                        "Not with own-****",
                        "x".repeat(AuditLine.MAX_CHARACTERS),
                        "x".repeat(AuditLine.MAX_CHARACTERS - 1) + "…");
    }

    @Test
    void G044_a_full_file_becomes_the_older_one_and_no_line_is_lost_before_that_one_goes() throws Exception {
        audit.onEvent(gate(Optional.of(GateResult.Decision.ALLOW), Optional.of("0")));
        int line = (int) Files.size(home.path().resolve("audit.jsonl"));
        AuditFile small = AuditFile.in(home, 3 * line);
        Audit many = new Audit(small, () -> Instant.parse("2030-01-01T00:00:00Z"));
        for (int i = 1; i < 6; i++) {
            many.onEvent(gate(Optional.of(GateResult.Decision.ALLOW), Optional.of("" + i)));
        }

        assertThat(said()).containsExactly("0", "1", "2", "3", "4", "5");
        assertThat(Files.size(home.path().resolve("audit.1.jsonl"))).isEqualTo(3L * line);
        many.onEvent(gate(Optional.of(GateResult.Decision.ALLOW), Optional.of("6")));
        assertThat(said()).containsExactly("3", "4", "5", "6");
        assertThat(AuditFile.MAX_BYTES).isEqualTo(10 * 1024 * 1024);
    }

    @Test
    void G044_a_line_that_was_cut_spoils_no_other_and_a_place_that_cannot_be_written_stops_nobody() throws Exception {
        Path path = home.path().resolve("audit.jsonl");
        audit.onHookAnswered(SESSION, WANTED, new HookAnswer.Deny("First"));
        Files.write(path, (Files.readString(path) + "{\"at\":\"20\n").getBytes(StandardCharsets.UTF_8));
        audit.onHookAnswered(SESSION, WANTED, new HookAnswer.Deny("Second"));
        assertThat(said()).containsExactly("First", "Second");

        Files.delete(path);
        Files.createDirectory(path);
        audit.onHookAnswered(SESSION, WANTED, new HookAnswer.Deny("Third"));
        Files.delete(path);
        audit.onHookAnswered(SESSION, WANTED, new HookAnswer.Deny("Fourth"));

        assertThat(said()).containsExactly("Fourth");
    }

    private List<String> said() throws Problem {
        return file.last(100).stream()
                .map(it -> it.get("said").orElseThrow().asString())
                .toList();
    }

    private static GatewayEvent gate(Optional<GateResult.Decision> decision, Optional<String> said) {
        return new GatewayEvent.GateAnswered(
                SESSION, Optional.empty(), "shell", new ProviderName("ci"), decision, said, Duration.ZERO);
    }

    private static CallQuestion question() {
        return new CallQuestion("q1", SESSION, Optional.empty(), "deploy", new ProviderName("host"), PUSH, List.of());
    }

    private static String line(String members) {
        return ("{'at':'2030-01-01T00:00:00Z','session':'claude-1'," + members + "}").replace('\'', '"');
    }
}
