package io.tapgateway.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The secrets of the packaged app on disk, as another process sees them appear and go (T-08). */
@Timeout(120)
class TokenFilesIT {
    private static final String[] RUN = {"run", "--json", "--port", "0", "--control-port", "0"};
    private static final List<String> SECRETS =
            List.of("gateway.json", "owner.token", "host.key", "hook.curl", "provider.token");

    @TempDir
    private Path directory;

    private Path home;
    private Path tap;

    @BeforeEach
    void choosePlaces() {
        home = directory.resolve("home");
        tap = directory.resolve("copilot/extensions/tap");
    }

    /** A shell that hides nothing from anybody, and somebody who looks all the time. */
    @Test
    void R02_no_file_is_visible_to_others_for_even_a_moment() throws Exception {
        Set<String> seen = new ConcurrentSkipListSet<>();
        Thread watcher = new Thread(() -> watch(seen), "watcher");
        try (AppProcess app = AppProcess.start(directory, "000", List.of(RUN))) {
            watcher.start();
            app.json();
            await().untilAsserted(() -> assertThat(seen)
                    .contains(
                            "home/ rwx------",
                            "tap/ rwx------",
                            "home/owner.token rw-------",
                            "tap/.provider-token rw-------"));
            app.signal("TERM");
            app.end();
        } finally {
            watcher.interrupt();
            watcher.join();
        }

        assertThat(seen).allMatch(line -> line.endsWith("/ rwx------") || line.endsWith(" rw-------"));
    }

    @Test
    void T08_planted_files_and_links_are_replaced_and_what_they_lead_to_is_untouched() throws Exception {
        Path victim = Files.writeString(directory.resolve("victim"), "untouched");
        Files.createDirectories(
                home, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.createDirectories(tap);
        for (String name : SECRETS) {
            Files.createSymbolicLink(home.resolve(name), victim);
        }
        Files.createSymbolicLink(tap.resolve(".provider-token.holder"), victim);
        Path planted = Files.writeString(tap.resolve(".provider-token"), "of somebody else");
        Files.setPosixFilePermissions(planted, PosixFilePermissions.fromString("rw-rw-rw-"));

        try (AppProcess app = AppProcess.start(directory, RUN)) {
            app.json();

            assertThat(app.errors()).isEmpty();
            assertThat(victim).hasContent("untouched");
            assertThat(mode(planted)).isEqualTo("rw-------");
            assertThat(planted).hasSameTextualContentAs(home.resolve("provider.token"));
            for (String name : SECRETS) {
                assertThat(mode(home.resolve(name))).as(name).isEqualTo("rw-------");
            }
        }
    }

    @Test
    void T08_a_link_in_place_of_the_home_is_refused() throws Exception {
        Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
        Files.createSymbolicLink(home, elsewhere);

        AppProcess.Ended ended = AppProcess.run(directory, RUN);

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.err()).contains("symbolic link").hasLineCount(1);
        assertThat(elsewhere).isEmptyDirectory();
    }

    @Test
    void T08_what_a_killed_gateway_left_is_gone_even_if_the_next_one_cannot_listen() throws Exception {
        try (AppProcess killed = AppProcess.start(directory, RUN)) {
            killed.json();
            killed.signal("KILL");
            killed.end();
        }
        assertThat(tap.resolve(".provider-token")).exists();

        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            assertThat(AppProcess.run(directory, "run", "--port", port, "--control-port", "0")
                            .code())
                    .isEqualTo(1);
        }

        assertThat(names(tap)).isEmpty();
        assertThat(names(home)).containsExactlyInAnyOrder("agents", "gateway.lock", "logs", "providers");
    }

    private void watch(Set<String> seen) {
        while (!Thread.currentThread().isInterrupted()) {
            look("home", home, seen);
            look("tap", tap, seen);
        }
    }

    private static void look(String name, Path place, Set<String> seen) {
        try {
            for (String file : names(place)) {
                if (!file.equals("logs")) {
                    note(name + "/" + file, place.resolve(file), seen);
                }
            }
            note(name, place, seen);
        } catch (IOException | UncheckedIOException e) {
            // Not there yet.
            Thread.onSpinWait();
        }
    }

    private static void note(String name, Path path, Set<String> seen) throws IOException {
        try {
            seen.add(name + (Files.isDirectory(path) ? "/ " : " ") + mode(path));
        } catch (NoSuchFileException e) {
            // Gone again.
            Thread.onSpinWait();
        }
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS));
    }

    private static List<String> names(Path place) throws IOException {
        try (Stream<Path> content = Files.list(place)) {
            return content.map(file -> file.getFileName().toString()).toList();
        }
    }
}
