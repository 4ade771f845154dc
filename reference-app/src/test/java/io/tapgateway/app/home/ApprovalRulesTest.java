package io.tapgateway.app.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.app.home.ApprovalRules.Decision;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the user says of tools, in a file of the home. */
class ApprovalRulesTest {
    @TempDir
    private Path directory;

    private HomeDirectory home;

    @BeforeEach
    void locateHome() throws Exception {
        home = HomeDirectory.locate(Optional.of(directory.resolve("home").toString()));
    }

    private ApprovalRules rules() throws Problem {
        return ApprovalRules.in(home);
    }

    @Test
    void U121_what_is_said_of_a_tool_stays_said_in_a_file_for_this_user_alone() throws Exception {
        assertThat(rules().decisions()).isEmpty();

        rules().set("shell", Decision.ASK);
        rules().set("browser_*", Decision.DENY);
        rules().set("shell", Decision.ALLOW);

        assertThat(rules().file()).hasContent("{\"browser_*\":\"deny\",\"shell\":\"allow\"}");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(rules().file())))
                .isEqualTo("rw-------");
        rules().unset("browser_*");
        assertThat(rules().decisions()).containsOnlyKeys("shell");
        assertThatThrownBy(() -> rules().unset("browser_*"))
                .hasMessage("Nothing is said of 'browser_*'; there is: shell.");
    }

    @ParameterizedTest
    @CsvSource({
        "shell, shell, true",
        "shell, Shell, false",
        "*, anything, true",
        "git_*, git_status, true",
        "git_*, git_, true",
        "git_*, legit_status, false",
        "*_delete, git_delete, true",
        "a*b*c, a.b.c, true",
        "a**c, ac, true",
        "a*b*c, a.c.b, false",
        "a.c, abc, false"
    })
    void U121_a_star_stands_for_any_characters(String pattern, String tool, boolean isMeant) {
        assertThat(ApprovalRules.means(pattern, tool)).isEqualTo(isMeant);
    }

    @Test
    void U121_what_is_no_name_and_what_is_one_too_many_is_refused() throws Exception {
        assertThatThrownBy(() -> rules().set("two words", Decision.ASK)).isInstanceOf(Problem.class);
        for (int i = 0; i < 50; i++) {
            rules().set("t" + i, Decision.ASK);
        }
        rules().set("t7", Decision.DENY);

        assertThatThrownBy(() -> rules().set("t50", Decision.ASK)).hasMessageContaining("more than 50 tools");
        assertThatThrownBy(() -> Decision.of("yes")).hasMessageContaining("not 'yes'");
    }
}
