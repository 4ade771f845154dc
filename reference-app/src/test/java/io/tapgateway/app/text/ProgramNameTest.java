package io.tapgateway.app.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProgramNameTest {
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
        assertThat(new ProgramName(command).in(sentence)).isEqualTo(typed);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tapgateway: There is no such thing.",
                "/home/ada/tapgateway run",
                "~/.tapgateway stop",
                "the script 'tapgateway' is gone",
                "tapgateway 0.9.0"
            })
    void what_is_no_command_stays_as_it_is(String sentence) {
        assertThat(new ProgramName("./tapgateway").in(sentence)).isEqualTo(sentence);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/my tools/$(id)/tapgateway", "a;b", "/my tools/tapgateway", ""})
    void what_no_shell_takes_as_it_is_is_not_printed(String command) {
        assertThat(new ProgramName(command).in("tapgateway run")).isEqualTo("tapgateway run");
    }
}
