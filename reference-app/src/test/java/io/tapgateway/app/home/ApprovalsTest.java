package io.tapgateway.app.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApprovalsTest {
    private static final Path FILE = Path.of("/code/foo/tap.config.json");

    @TempDir
    private Path temporary;

    private HomeDirectory home;
    private Approvals approvals;

    @BeforeEach
    void chooseHome() {
        home = new HomeDirectory(temporary.resolve("home"), temporary.resolve("copilot"));
        approvals = Approvals.in(home);
    }

    @Test
    void T34_an_approval_is_for_one_place_and_one_content() throws Exception {
        approvals.add(FILE, "aa");

        assertThat(Approvals.in(home).contain(FILE, "aa")).isTrue();
        assertThat(approvals.contain(FILE, "bb")).isFalse();
        assertThat(approvals.contain(Path.of("/code/bar/tap.config.json"), "aa"))
                .isFalse();
        assertThat(approvals.contain(Path.of("foo/tap.config.json"), "aa")).isFalse();
    }

    @Test
    void T34_a_new_approval_for_a_place_replaces_the_old_one() throws Exception {
        approvals.add(FILE, "aa");
        approvals.add(FILE, "bb");

        assertThat(approvals.contain(FILE, "aa")).isFalse();
        assertThat(approvals.contain(FILE, "bb")).isTrue();
    }

    @Test
    void T58_approvals_that_others_can_write_are_not_believed() throws Exception {
        approvals.add(FILE, "aa");
        Path file = home.path().resolve(Approvals.FILE);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw--w----"));

        assertThatThrownBy(() -> approvals.contain(FILE, "aa"))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("run: chmod go-w " + file);
    }

    @Test
    void only_so_many_are_remembered_the_newest_ones() throws Exception {
        for (int i = 0; i <= Approvals.MAX_REMEMBERED; i++) {
            approvals.add(Path.of("/code/" + i), "aa");
        }

        assertThat(approvals.contain(Path.of("/code/0"), "aa")).isFalse();
        assertThat(approvals.contain(Path.of("/code/1"), "aa")).isTrue();
        assertThat(approvals.contain(Path.of("/code/" + Approvals.MAX_REMEMBERED), "aa"))
                .isTrue();
    }

    @Test
    void T34_a_name_that_could_pass_for_two_lines_is_refused() {
        assertThatThrownBy(() -> approvals.add(Path.of("/code/a\nbb /code/foo"), "aa"))
                .isInstanceOf(Problem.class);
        assertThat(Files.exists(home.path().resolve("approved-configs"))).isFalse();
    }
}
