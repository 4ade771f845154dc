package io.tapgateway.app.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HomeDirectoryTest {
    private static final Path USER = Path.of("/home/ada");

    @Test
    void is_below_the_users_home_when_nobody_says_otherwise() throws Exception {
        HomeDirectory home = HomeDirectory.locate(Optional.empty(), Map.of(), USER);

        assertThat(home).isEqualTo(new HomeDirectory(USER.resolve(".tapgateway"), USER.resolve(".copilot")));
    }

    @Test
    void follows_the_environment() throws Exception {
        Map<String, String> environment = Map.of("TAPGATEWAY_HOME", "/srv/tap", "COPILOT_HOME", "/srv/copilot");

        HomeDirectory home = HomeDirectory.locate(Optional.empty(), environment, USER);

        assertThat(home).isEqualTo(new HomeDirectory(Path.of("/srv/tap"), Path.of("/srv/copilot")));
    }

    @Test
    void follows_the_command_line_before_the_environment() throws Exception {
        HomeDirectory home =
                HomeDirectory.locate(Optional.of("/elsewhere/./tap"), Map.of("TAPGATEWAY_HOME", "/srv/tap"), USER);

        assertThat(home.path()).isEqualTo(Path.of("/elsewhere/tap"));
    }

    @Test
    void takes_an_empty_setting_for_none() throws Exception {
        Map<String, String> environment = Map.of("TAPGATEWAY_HOME", "", "COPILOT_HOME", " ");

        HomeDirectory home = HomeDirectory.locate(Optional.empty(), environment, USER);

        assertThat(home.path()).isEqualTo(USER.resolve(".tapgateway"));
        assertThat(home.copilotHome()).isEqualTo(USER.resolve(".copilot"));
    }

    @Test
    void is_where_shells_and_other_languages_look_for_it() throws Exception {
        HomeDirectory home = HomeDirectory.locate(Optional.empty(), Map.of("HOME", "/home/grace"), USER);

        assertThat(home)
                .isEqualTo(new HomeDirectory(Path.of("/home/grace/.tapgateway"), Path.of("/home/grace/.copilot")));
    }

    @Test
    void takes_no_home_that_depends_on_the_current_directory() throws Exception {
        HomeDirectory home = HomeDirectory.locate(Optional.empty(), Map.of("HOME", "here"), USER);

        assertThat(home.copilotHome()).isEqualTo(USER.resolve(".copilot"));
    }

    @Test
    void refuses_what_is_no_path() {
        assertThatThrownBy(() -> HomeDirectory.locate(Optional.of("a\0b"), Map.of(), USER))
                .isInstanceOf(Problem.class);
        assertThatThrownBy(() -> HomeDirectory.locate(Optional.of(""), Map.of(), USER))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("--home");
    }
}
