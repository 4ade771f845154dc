package io.tapgateway.app.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.runtime.Secret;
import io.tapgateway.runtime.system.RunningProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClaimedHomeTest {
    private static final GatewayRecord RECORD =
            new GatewayRecord(RunningProcess.current(), 9400, 9401, "2026-01-01T00:00:00Z", "1.2.3");
    private static final Secret OWNER = Secret.of("owner-secret");
    private static final HostKey KEY = HostKey.generate();
    private static final String HOOK_CURL = "# proof\n";
    private static final Secret PROVIDER = Secret.of("ptk-provider-secret");

    @TempDir
    private Path temporary;

    private HomeDirectory home;

    @BeforeEach
    void chooseHome() {
        home = new HomeDirectory(temporary.resolve("home"), temporary.resolve("copilot"));
    }

    @Test
    void claiming_makes_a_private_home_without_any_token() throws Exception {
        try (ClaimedHome claimed = ClaimedHome.claim(home)) {
            assertThat(mode(claimed.directory().path())).isEqualTo("rwx------");
            assertThat(names(home.path())).containsExactlyInAnyOrder("gateway.lock", "logs");
            assertThat(home.copilotHome()).doesNotExist();
        }
    }

    @Test
    void G022_that_somebody_has_stopped_a_gateway_is_known_until_the_next_one() throws Exception {
        ClaimedHome.claim(home).close();
        ClaimedHome.markStopped(home);
        assertThat(home.stopped()).exists();

        ClaimedHome.claim(home).close();

        assertThat(home.stopped()).doesNotExist();
    }

    @Test
    void a_home_of_an_older_version_is_taken_over_and_one_of_a_newer_is_left_as_it_is() throws Exception {
        ClaimedHome.claim(home).close();
        Path lock = home.path().resolve("gateway.lock");
        assertThat(lock).hasContent("format 1, last used by version dev\n");

        Files.writeString(lock, "");
        ClaimedHome.claim(home).close();
        assertThat(lock).hasContent("format 1, last used by version dev\n");

        String newer = "format 2, last used by version 7.0.0\n";
        Files.writeString(lock, newer);
        Files.writeString(home.ownerToken(), "of the newer one");
        assertThatThrownBy(() -> ClaimedHome.claim(home))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("was last used by version 7.0.0")
                .hasMessageContaining("move the directory away");
        assertThat(lock).hasContent(newer);
        assertThat(home.ownerToken()).hasContent("of the newer one");
    }

    @Test
    void T08_announcing_writes_every_file_for_this_user_only() throws Exception {
        try (ClaimedHome claimed = ClaimedHome.claim(home)) {
            Optional<String> notice = claimed.announce(RECORD, OWNER, KEY, HOOK_CURL, PROVIDER);

            assertThat(notice).isEmpty();
            assertThat(home.ownerToken()).hasContent("owner-secret");
            assertThat(home.providerToken()).hasContent("ptk-provider-secret");
            assertThat(home.hostKey()).hasBinaryContent(KEY.bytes());
            assertThat(discovery()).hasContent("ptk-provider-secret");
            assertThat(GatewayRecord.read(home.gatewayRecord())).contains(RECORD);
            for (Path file : List.of(
                    home.ownerToken(), home.hostKey(), home.providerToken(), home.gatewayRecord(), discovery())) {
                assertThat(mode(file)).isEqualTo("rw-------");
            }
            assertThat(mode(discovery().getParent())).isEqualTo("rwx------");
        }
    }

    @Test
    void D012_the_key_of_session_hosts_is_random_and_new_with_every_gateway() throws Exception {
        byte[] one = HostKey.generate().bytes();
        byte[] other = HostKey.generate().bytes();

        assertThat(one).hasSize(32).isNotEqualTo(other).isNotEqualTo(new byte[32]);
    }

    @Test
    void T08_closing_removes_every_file() throws Exception {
        ClaimedHome claimed = ClaimedHome.claim(home);
        claimed.announce(RECORD, OWNER, KEY, HOOK_CURL, PROVIDER);

        claimed.close();

        assertThat(names(home.path())).containsExactlyInAnyOrder("gateway.lock", "logs");
        assertThat(names(discovery().getParent())).isEmpty();
    }

    @Test
    void a_home_that_a_gateway_uses_is_refused_with_its_pid() throws Exception {
        try (ClaimedHome first = ClaimedHome.claim(home)) {
            first.announce(RECORD, OWNER, KEY, HOOK_CURL, PROVIDER);

            assertThatThrownBy(() -> ClaimedHome.claim(home))
                    .isInstanceOf(Problem.class)
                    .hasMessageContaining("pid " + RECORD.pid())
                    .hasMessageContaining("--home");
            assertThat(home.ownerToken()).hasContent("owner-secret");
        }
    }

    @Test
    void what_a_dead_gateway_left_is_removed_before_anything_is_announced() throws Exception {
        Files.createDirectories(home.path());
        Files.setPosixFilePermissions(home.path(), PosixFilePermissions.fromString("rwx------"));
        Files.writeString(home.ownerToken(), "old");
        Files.writeString(home.providerToken(), "old");
        Files.writeString(home.hostKey(), "old");
        Files.writeString(home.gatewayRecord(), "old and damaged");

        try (ClaimedHome claimed = ClaimedHome.claim(home)) {
            assertThat(names(claimed.directory().path())).containsExactlyInAnyOrder("gateway.lock", "logs");
        }
    }

    @Test
    void a_directory_that_others_can_see_and_that_holds_other_things_is_left_as_it_is() throws Exception {
        Files.createDirectories(home.path());
        Files.setPosixFilePermissions(home.path(), PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(home.path().resolve("thesis.txt"), "mine");

        assertThatThrownBy(() -> ClaimedHome.claim(home))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("holds other things");
        assertThat(names(home.path())).containsExactly("thesis.txt");
        assertThat(mode(home.path())).isEqualTo("rwxr-xr-x");
    }

    @Test
    void T58_a_home_where_others_could_have_put_something_is_refused_with_the_chmod_that_helps() throws Exception {
        ClaimedHome.claim(home).close();
        Files.setPosixFilePermissions(home.path(), PosixFilePermissions.fromString("rwxrwxr-x"));

        assertThatThrownBy(() -> ClaimedHome.claim(home))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("run: chmod go-w " + home.path());
        Files.setPosixFilePermissions(home.path(), PosixFilePermissions.fromString("rwxr-xr-x"));
        ClaimedHome.claim(home).close();
        assertThat(mode(home.path())).isEqualTo("rwx------");
    }

    @Test
    void T08_the_discovery_token_of_a_living_gateway_is_left_to_it() throws Exception {
        Process other = new ProcessBuilder("sleep", "60").start();
        try (ClaimedHome claimed = ClaimedHome.claim(home)) {
            plantDiscovery(
                    other.pid(), other.info().startInstant().orElseThrow().toString());

            Optional<String> notice = claimed.announce(RECORD, OWNER, KEY, HOOK_CURL, PROVIDER);

            assertThat(notice).hasValueSatisfying(text -> assertThat(text).contains("pid " + other.pid()));
            assertThat(discovery()).hasContent("theirs");
            assertThat(home.providerToken()).hasContent("ptk-provider-secret");
        } finally {
            other.destroyForcibly();
        }
        assertThat(discovery()).hasContent("theirs");
    }

    @Test
    void T08_the_discovery_token_of_a_dead_gateway_is_replaced() throws Exception {
        Process other = new ProcessBuilder("true").start();
        other.waitFor();
        try (ClaimedHome claimed = ClaimedHome.claim(home)) {
            plantDiscovery(other.pid(), "2026-01-01T00:00:00Z");

            Optional<String> notice = claimed.announce(RECORD, OWNER, KEY, HOOK_CURL, PROVIDER);

            assertThat(notice).isEmpty();
            assertThat(discovery()).hasContent("ptk-provider-secret");
        }
    }

    @Test
    void T08_the_discovery_token_of_a_dead_gateway_is_gone_as_soon_as_another_begins() throws Exception {
        Process other = new ProcessBuilder("true").start();
        other.waitFor();
        plantDiscovery(other.pid(), "2026-01-01T00:00:00Z");
        Files.writeString(discovery().resolveSibling("..provider-token." + other.pid() + ".tmp"), "half a tok");

        ClaimedHome claimed = ClaimedHome.claim(home);

        assertThat(names(discovery().getParent())).isEmpty();
        claimed.close();
    }

    @Test
    void T08_what_a_gateway_had_only_begun_to_write_when_it_died_is_removed() throws Exception {
        Process other = new ProcessBuilder("true").start();
        other.waitFor();
        ClaimedHome.claim(home).close();
        Files.writeString(home.path().resolve(".owner.token." + other.pid() + ".tmp"), "half a tok");

        try (ClaimedHome claimed = ClaimedHome.claim(home)) {
            assertThat(names(claimed.directory().path())).containsExactlyInAnyOrder("gateway.lock", "logs");
        }
    }

    @Test
    void T08_a_process_that_only_inherited_the_number_does_not_count_as_alive() throws Exception {
        Process other = new ProcessBuilder("sleep", "60").start();
        try (ClaimedHome claimed = ClaimedHome.claim(home)) {
            plantDiscovery(other.pid(), "2001-01-01T00:00:00Z");

            Optional<String> notice = claimed.announce(RECORD, OWNER, KEY, HOOK_CURL, PROVIDER);

            assertThat(notice).isEmpty();
            assertThat(discovery()).hasContent("ptk-provider-secret");
        } finally {
            other.destroyForcibly();
        }
    }

    @Test
    void T08_a_linked_discovery_directory_is_not_followed() throws Exception {
        Path elsewhere = Files.createDirectory(temporary.resolve("elsewhere"));
        Files.createDirectories(home.copilotHome().resolve("extensions"));
        Files.createSymbolicLink(discovery().getParent(), elsewhere);

        try (ClaimedHome claimed = ClaimedHome.claim(home)) {
            Optional<String> notice = claimed.announce(RECORD, OWNER, KEY, HOOK_CURL, PROVIDER);

            assertThat(notice).hasValueSatisfying(text -> assertThat(text).contains("symbolic link"));
            assertThat(elsewhere).isEmptyDirectory();
        }
    }

    private void plantDiscovery(long pid, String started) throws IOException {
        Files.createDirectories(discovery().getParent());
        Files.writeString(discovery(), "theirs");
        Files.writeString(
                discovery().resolveSibling(".provider-token.holder"),
                "{\"pid\":" + pid + ",\"processStarted\":\"" + started + "\"}");
    }

    private Path discovery() {
        return home.copilotHome().resolve("extensions/tap/.provider-token");
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> content = Files.list(directory)) {
            return content.map(path -> path.getFileName().toString()).toList();
        }
    }
}
