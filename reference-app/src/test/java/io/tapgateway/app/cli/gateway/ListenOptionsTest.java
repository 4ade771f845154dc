package io.tapgateway.app.cli.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.app.home.Problem;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What another process of this program is told, which knows the settings of the home by itself. */
class ListenOptionsTest {
    @Test
    void what_nobody_has_typed_is_left_to_the_settings() throws Exception {
        assertThat(arguments()).isEmpty();
        assertThat(arguments("--control-port", "0")).containsExactly("--control-port", "0");
        assertThat(arguments("--port", "9500", "--pairing", "deny", "--absent", "wait", "--emitters"))
                .containsExactly("--port", "9500", "--pairing", "deny", "--absent", "wait", "--emitters");
    }

    @Test
    void what_makes_no_sense_is_refused_here() {
        assertThatThrownBy(() -> arguments("--port", "65536")).isInstanceOf(Problem.class);
        assertThatThrownBy(() -> arguments("--port", "9401")).isInstanceOf(Problem.class);
    }

    private static List<String> arguments(String... words) throws Problem {
        ListenOptions options = new ListenOptions();
        var unused = new CommandLine(options)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .parseArgs(words);
        return options.arguments();
    }
}
