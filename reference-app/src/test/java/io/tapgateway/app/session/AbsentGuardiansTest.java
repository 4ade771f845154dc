package io.tapgateway.app.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Provider;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.testkit.ManualClock;
import io.tapgateway.transport.local.LocalProviderTransport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One gateway after the other in the same home; the first is killed, which a test does by forgetting it. */
class AbsentGuardiansTest {
    @TempDir
    private Path directory;

    /** A gateway under virtual time, and whom it waits for. */
    private final class Life {
        private final ManualClock clock = ManualClock.create();
        private final Gateway gateway =
                Gateway.builder().clock(clock).executor(Runnable::run).build();
        private final AppSessions sessions = new AppSessions(gateway, clock::nanos);
        private final AbsentGuardians absent;

        private Life() throws Problem {
            this(List.of("main"));
        }

        private Life(List<String> names) throws Problem {
            HomeDirectory home = new HomeDirectory(directory.resolve("home"), directory.resolve("copilot"));
            absent = AbsentGuardians.watch(home, gateway, sessions, clock);
            names.forEach(it -> sessions.open(NewSession.of(it, it, Optional.empty())));
        }

        /** What agents' hooks open where their agent has no host of its own yet. */
        private AppSessions.Open ofHooks(String name) {
            AppSessions.Open session = sessions.open(NewSession.of(name, name, Optional.empty()));
            absent.holdInPlace(session);
            return session;
        }

        private BoundProvider guardian(String name) {
            return guardian("main", name);
        }

        private BoundProvider guardian(String session, String name) {
            BoundProvider bound = LocalProviderTransport.to(gateway)
                    .trust(TrustLevel.PROJECT)
                    .executor(Runnable::run)
                    .attach(
                            new SessionId(session),
                            Provider.named(name)
                                    .deny(Match.tool("shell").args("git push"), "CI is red")
                                    .build());
            clock.advance(AbsentGuardians.SETTLE);
            return bound;
        }

        private HookDecision check(String tool) {
            return check("main", tool);
        }

        private HookDecision check(String session, String tool) {
            return sessions.find(session)
                    .orElseThrow()
                    .gateway()
                    .preToolUse(tool, JsonValue.EMPTY_OBJECT)
                    .toCompletableFuture()
                    .join();
        }
    }

    private Path file() {
        return directory.resolve("home").resolve(AbsentGuardians.NAME);
    }

    @Test
    void G005_what_was_guarded_stays_closed_until_the_guardian_is_back() throws Exception {
        new Life().guardian("ci-guardian");
        assertThat(file()).hasContent("{\"main\":[\"ci-guardian\"]}\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");

        Life next = new Life();

        assertThat(next.check("shell").toString()).contains("restarted, and 'ci-guardian' is not back yet");
        assertThat(next.check("read").allowed()).isFalse();
        next.guardian("somebody-else");
        assertThat(next.check("read").allowed()).isFalse();
        next.guardian("ci-guardian");
        assertThat(next.check("read").allowed()).isTrue();
        assertThat(file()).hasContent("{\"main\":[\"ci-guardian\",\"somebody-else\"]}\n");
    }

    @Test
    void G005_a_session_that_stays_away_for_an_hour_is_forgotten() throws Exception {
        new Life().guardian("ci-guardian");
        Life next = new Life(List.of());

        next.clock.advance(AbsentGuardians.REMEMBERED.minus(Duration.ofMillis(1)));
        assertThat(file()).hasContent("{\"main\":[\"ci-guardian\"]}\n");
        next.clock.advance(Duration.ofMillis(1));

        assertThat(file()).doesNotExist();
        next.sessions.open(NewSession.of("main", "main", Optional.empty()));
        assertThat(next.check("read").allowed()).isTrue();
    }

    @Test
    void G005_nobody_is_waited_for_longer_than_half_a_minute() throws Exception {
        new Life().guardian("ci-guardian");
        Life next = new Life();

        next.clock.advance(AbsentGuardians.PATIENCE.minus(Duration.ofMillis(1)));
        assertThat(next.check("read").allowed()).isFalse();
        next.clock.advance(Duration.ofMillis(1));

        assertThat(next.check("read").allowed()).isTrue();
        assertThat(file()).doesNotExist();
    }

    @Test
    void G005_one_that_is_killed_while_it_waits_hands_the_waiting_on() throws Exception {
        new Life().guardian("ci-guardian");
        Life second = new Life();
        second.clock.advance(AbsentGuardians.SETTLE);

        assertThat(new Life().check("read").allowed()).isFalse();
    }

    @Test
    void G005_after_an_end_in_good_order_nobody_is_waited_for() throws Exception {
        Life first = new Life();
        first.guardian("ci-guardian");
        first.absent.release();
        first.gateway.closeNow();

        assertThat(file()).doesNotExist();
        assertThat(new Life().check("read").allowed()).isTrue();
    }

    @Test
    void G005_a_gateway_that_does_not_get_as_far_as_to_listen_releases_nobody() throws Exception {
        new Life().guardian("ci-guardian");
        Life second = new Life();
        second.absent.close();
        second.gateway.closeNow();

        assertThat(new Life().check("read").allowed()).isFalse();
    }

    @Test
    void G005_who_cannot_be_noted_is_noted_once_there_is_room() throws Exception {
        Life life = new Life();
        Files.createDirectories(file());
        life.guardian("ci-guardian");
        Files.delete(file());

        life.clock.advance(AbsentGuardians.PATIENCE.minus(Duration.ofMillis(1)));
        assertThat(file()).doesNotExist();
        life.clock.advance(Duration.ofMillis(1));

        assertThat(file()).hasContent("{\"main\":[\"ci-guardian\"]}\n");
    }

    @Test
    void G005_hooks_that_are_faster_than_their_agents_host_open_nothing() throws Exception {
        new Life().guardian("ci-guardian");
        Life next = new Life();
        next.clock.advance(AbsentGuardians.SETTLE);
        Life third = new Life(List.of());

        AppSessions.Open early = third.ofHooks("claude-1");
        assertThat(third.check("claude-1", "shell").toString()).contains("'ci-guardian' is not back yet");
        third.clock.advance(AbsentGuardians.PATIENCE);
        third.ofHooks("claude-2");

        assertThat(third.check("claude-1", "shell").allowed()).isTrue();
        assertThat(third.check("claude-2", "shell").allowed()).isTrue();
        assertThat(early.host().isClosed()).isFalse();
    }

    @Test
    void G005_hooks_whose_session_was_guarded_wait_for_everybody_who_is_missed() throws Exception {
        Life first = new Life(List.of("main", "claude-1"));
        first.guardian("ci-guardian");
        first.guardian("claude-1", "shop-guardian");
        Life next = new Life(List.of());
        next.ofHooks("claude-1");

        next.guardian("claude-1", "shop-guardian");
        assertThat(next.check("claude-1", "read").allowed()).isFalse();
        next.guardian("claude-1", "ci-guardian");

        assertThat(next.check("claude-1", "read").allowed()).isTrue();
    }

    @Test
    void G005_who_leaves_for_good_or_only_gives_context_is_no_guardian() throws Exception {
        Life life = new Life();
        BoundProvider guardian = life.guardian("ci-guardian");
        guardian.goodbye("done");
        life.clock.advance(AbsentGuardians.SETTLE);

        assertThat(file()).doesNotExist();
    }

    @Test
    void a_file_that_is_not_understood_stops_the_start_and_the_sentence_says_what_to_do() throws Exception {
        new Life().guardian("ci-guardian");
        Files.writeString(file(), "{\"main\":7}");

        assertThatThrownBy(Life::new)
                .isInstanceOf(Problem.class)
                .hasMessageContaining("guardians.json: /main")
                .hasMessageContaining("remove it to wait for nobody");
    }
}
