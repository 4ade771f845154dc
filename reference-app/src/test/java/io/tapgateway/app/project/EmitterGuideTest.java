package io.tapgateway.app.project;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.docs.Page;
import io.tapgateway.emitters.model.EmitterLimits;
import io.tapgateway.emitters.model.Interval;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.Limit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The guide to emitters says what holds. */
class EmitterGuideTest {
    private static final Page GUIDE = Page.of("docs/emitters.md");

    private static final Pattern CALL = Pattern.compile("tapgateway call \\w+ '(.*)'");

    @TempDir
    private Path temporary;

    @Test
    void its_configuration_is_understood() throws Exception {
        Path workspace = temporary.toRealPath();
        String json = GUIDE.blocks().stream()
                .filter(block -> block.language().equals("json"))
                .findFirst()
                .orElseThrow()
                .text();

        ProjectConfig config =
                ProjectConfig.read(Files.writeString(workspace.resolve("tap.config.json"), json), workspace);

        assertThat(config.emitters().emitters())
                .extracting(it -> it.name().value())
                .containsExactly("tests", "server", "standup");
        assertThat(config.emitters().streams()).hasSize(1);
        assertThat(config.programs()).isEmpty();
    }

    @Test
    void its_arguments_are_json() throws Exception {
        List<String> arguments = CALL.matcher(GUIDE.text())
                .results()
                .map(found -> found.group(1))
                .toList();

        assertThat(arguments).hasSizeGreaterThan(5);
        for (String json : arguments) {
            assertThat(JsonValue.parse(json).members()).isNotEmpty();
        }
    }

    @Test
    void its_bounds_are_the_ones_in_force() {
        assertThat(GUIDE.text())
                .contains(
                        "still listed included | " + EmitterLimits.EMITTERS + ";",
                        "posts | " + Limit.STREAMS_PER_PROVIDER.standard() + " |",
                        "| distance of runs | " + EmitterLimits.MIN_INTERVAL.toSeconds() + " second to "
                                + EmitterLimits.MAX_INTERVAL.toDays() + " days |",
                        "| a line | " + EmitterLimits.LINE_BYTES + " bytes",
                        "| " + EmitterLimits.EVENTS_PER_SECOND + " a second |",
                        "| " + EmitterLimits.WAITING_LINES + "; then the oldest",
                        "| " + EmitterLimits.OUTPUT_BYTES_PER_SECOND + " bytes a second",
                        "| open outputs of an emitter | " + EmitterLimits.OPEN_OUTPUTS + " |",
                        "| records of runs | " + EmitterLimits.RUNS_REMEMBERED + " |");
        assertThat(EmitterLimits.EVENTS_PER_SECOND).isLessThan((int) Limit.PUSHES_PER_SECOND.standard());
        assertThat(EmitterLimits.LINE_BYTES).isLessThan((int) Limit.STREAM_EVENT.standard());
        assertThat(Interval.text(EmitterLimits.MAX_INTERVAL)).isEqualTo("7d");
    }
}
