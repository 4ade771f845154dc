package io.tapgateway.provider.connection;

import static io.tapgateway.provider.connection.ScriptedGateway.error;
import static io.tapgateway.provider.connection.ScriptedGateway.helloAck;
import static io.tapgateway.provider.connection.ScriptedGateway.sessions;
import static io.tapgateway.provider.connection.ScriptedGateway.sessionsUpdated;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.provider.Credentials;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.ProviderBuilder;
import io.tapgateway.provider.ProviderListener.Fault;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What people read of how a provider fares. */
class ReportsTest {
    private static final Duration PAUSE = Duration.ofMillis(740);

    private final List<String> lines = new ArrayList<>();
    private final List<Fault> faults = new ArrayList<>();

    private ProviderBuilder builder() {
        return Provider.named("ci").onReport(lines::add).onError(faults::add);
    }

    private ProviderSession remote() {
        return remote(Credentials.token("ptk-1"));
    }

    private ProviderSession remote(Credentials credentials) {
        return ProviderSession.remote(builder().build(), credentials, Runnable::run);
    }

    @Test
    void L006_L007_each_session_is_one_line_and_so_is_the_wait_for_another() {
        new ScriptedGateway(remote())
                .says(sessions())
                .says(sessionsUpdated("abc"))
                .says(helloAck("abc"))
                .says(sessionsUpdated())
                .says(sessionsUpdated("def"))
                .says(helloAck("def"));

        assertThat(lines)
                .containsExactly(
                        "connected; waiting for a session to join",
                        "joined session abc as p-1",
                        "session abc has ended; waiting for another one",
                        "joined session def as p-1");
    }

    @ParameterizedTest
    @CsvSource({
        "TOOL_CONFLICT, 'no. Rename the tool, or stop whoever has it (TOOL_CONFLICT)'",
        "DUPLICATE_INSTANCE, 'no. Stop the other one, or give each an instance of its own (DUPLICATE_INSTANCE)'",
        "RATE_LIMITED, no. Too much in too short a time (RATE_LIMITED)"
    })
    void L006_a_refusal_that_may_pass_is_one_line_with_the_time_of_the_next_attempt(ErrorCode code, String sentence) {
        ProviderSession session = remote();

        for (int attempt = 0; attempt < 3; attempt++) {
            new ScriptedGateway(session)
                    .says(sessions("abc"))
                    .says(error(code, "hello"))
                    .hangsUp();
            session.triesAgain("the connection has ended", PAUSE);
        }

        assertThat(lines).containsExactly(sentence + "; trying again in 0.7 s");
        assertThat(faults).hasSize(3).allMatch(Fault::isReported);
    }

    @ParameterizedTest
    @CsvSource({
        "UNAUTHORIZED, tapgateway spawn NAME -- COMMAND (UNAUTHORIZED)",
        "INVALID_JSON, the gateway refuses this provider: no. (INVALID_JSON)",
        "UNSUPPORTED_VERSION, 'Update this library, or the gateway (UNSUPPORTED_VERSION)'"
    })
    void L006_a_refusal_that_cannot_pass_is_one_line(ErrorCode code, String end) {
        new ScriptedGateway(remote())
                .says(sessions("abc"))
                .says(error(code, "hello"))
                .hangsUp();

        assertThat(lines).singleElement().asString().endsWith(end);
    }

    @Test
    void L006_a_session_that_is_gone_meanwhile_is_no_refusal_worth_telling() {
        ProviderSession session = remote();

        new ScriptedGateway(session)
                .says(sessions("abc"))
                .says(error(ErrorCode.INVALID_SESSION, "hello"))
                .hangsUp();
        session.triesAgain("the connection has ended", PAUSE);

        assertThat(lines)
                .containsExactly(
                        "connected; waiting for a session to join", "the connection has ended; trying again in 0.7 s");
    }

    @Test
    void L006_a_wrong_token_is_named_by_where_it_comes_from() {
        new ScriptedGateway(remote()).says(error(ErrorCode.AUTH_FAILED, "auth")).hangsUp();

        assertThat(lines)
                .containsExactly("the gateway refuses the token in the code: it is of another gateway, or of a session"
                        + " that has ended (AUTH_FAILED)");
    }

    @Test
    void L006_a_missing_token_is_named_by_its_file(@TempDir Path directory) {
        Path file = directory.resolve("token");
        ProviderSession session = remote(Credentials.fromTokenFile(file));

        new ScriptedGateway(session).hangsUp();
        session.triesAgain("the connection has ended", PAUSE);

        assertThat(lines)
                .containsExactly("there is no token file " + file + ": is a gateway running?; trying again in 0.7 s");
    }

    @Test
    void L006_what_else_is_refused_stays_a_fault() {
        ScriptedGateway.bound(remote()).says(error(ErrorCode.RATE_LIMITED, "push"));

        assertThat(faults).extracting(Fault::isReported).containsExactly(false);
        assertThat(lines).containsExactly("joined session abc as p-1");
    }

    @Test
    void L007_of_a_provider_in_the_process_people_are_told_nothing() {
        ProviderSession session = ProviderSession.inProcess(builder().build(), new SessionId("abc"), Runnable::run);

        new ScriptedGateway(session).says(helloAck("abc")).hangsUp();

        assertThat(lines).isEmpty();
    }

    @Test
    void L007_without_a_listener_the_lines_are_printed_and_not_logged_as_well() {
        PrintStream before = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try {
            System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
            ProviderSession session =
                    ProviderSession.remote(Provider.named("ci").build(), Credentials.token("ptk-1"), Runnable::run);
            ScriptedGateway.bound(session).hangsUp();
            new ScriptedGateway(session)
                    .says(sessions("abc"))
                    .says(error(ErrorCode.TOOL_CONFLICT, "hello"))
                    .hangsUp();
            session.triesAgain("the connection has ended", PAUSE);
        } finally {
            System.setErr(before);
        }

        assertThat(printed.toString(StandardCharsets.UTF_8).lines())
                .containsExactly(
                        "joined session abc as p-1",
                        "no. Rename the tool, or stop whoever has it (TOOL_CONFLICT); trying again in 0.7 s");
    }
}
