package io.tapgateway.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InvocationTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tapgateway | See: tapgateway call --help | See: tapgateway call --help",
                "./tapgateway | See: tapgateway call --help | See: ./tapgateway call --help",
                "../bin/tapgateway | start it with 'tapgateway start'. | start it with '../bin/tapgateway start'.",
                "npx tapgateway | See: tapgateway --help | See: npx tapgateway --help",
                "./tapgateway | 'tapgateway run' or 'tapgateway start' | './tapgateway run' or './tapgateway start'"
            })
    void commands_are_printed_as_this_program_was_called(String command, String sentence, String typed) {
        assertThat(new Invocation(command).in(sentence)).isEqualTo(typed);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tapgateway: There is no such thing.",
                "/home/ada/tapgateway run",
                "the tapgateway is closed",
                "~/.tapgateway stop",
                "tapgateway runner"
            })
    void what_is_no_command_stays_as_it_is(String sentence) {
        assertThat(new Invocation("./tapgateway").in(sentence)).isEqualTo(sentence);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/my tools/$(id)/tapgateway", "a;b", "/my tools/tapgateway", ""})
    void what_no_shell_takes_as_it_is_is_not_printed(String command) {
        assertThat(new Invocation(command).in("tapgateway run")).isEqualTo("tapgateway run");
    }
}
