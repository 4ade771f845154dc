package io.tapgateway.app.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.app.home.Problem;
import io.tapgateway.protocol.json.JsonValue;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExtensionConfigTest {
    @TempDir
    private Path workspace;

    /** Like the extension's own example. */
    private static final String FILE = """
            {
              "streams": [
                {"name": "ops", "description": "What happens", "sessionInjector": {"enabled": true, "delivery": "surface"}}
              ],
              "emitters": [
                {"name": "later", "prompt": "Look around.", "runInterval": "15m", "autoStart": false, "ownership": "userOwned"},
                {"name": "always", "prompt": "Look around.", "every": "idle"},
                {
                  "name": "heart beat",
                  "description": "A demonstration",
                  "command": "node ./beat.mjs",
                  "stream": "ops",
                  "autoStart": true,
                  "includeStderr": false,
                  "ownership": "userOwned",
                  "maxRuns": 3,
                  "eventFilter": [
                    {"match": "booting", "outcome": "drop"},
                    {"match": "warning|error", "outcome": "inject"},
                    {"match": ".*", "outcome": "keep"}
                  ]
                },
                {"name": "standup", "prompt": "Sum up.", "runInterval": "every 2 hours", "eventFilter": []}
              ]
            }""";

    @Test
    void what_can_be_taken_over_is() throws Exception {
        ExtensionConfig.Translation translation =
                ExtensionConfig.translate(JsonValue.parse(FILE)).orElseThrow();

        assertThat(translation.config()).isEqualTo(JsonValue.parse("""
                {
                  "streams": [{"name": "ops"}],
                  "emitters": [
                    {
                      "name": "heart-beat",
                      "command": ["sh", "-c", "exec 2>/dev/null; node ./beat.mjs"],
                      "stream": "ops",
                      "filter": [
                        {"match": "(?i)booting", "outcome": "drop"},
                        {"match": "(?i)warning|error", "outcome": "inject"},
                        {"match": "(?i).*", "outcome": "keep"}
                      ]
                    },
                    {"name": "standup", "prompt": "Sum up.", "every": "2h"}
                  ]
                }"""));
    }

    @Test
    void the_rest_is_listed_once_with_what_to_write_instead() throws Exception {
        assertThat(ExtensionConfig.translate(JsonValue.parse(FILE))
                        .orElseThrow()
                        .remarks())
                .satisfiesExactlyInAnyOrder(
                        it -> assertThat(it).startsWith("'later' is left out").contains("tap_start_emitter"),
                        it -> assertThat(it).startsWith("'always' is left out").contains("\"every\""),
                        it -> assertThat(it).startsWith("\"description\" means nothing here"),
                        it -> assertThat(it).startsWith("\"ownership\" means nothing here"),
                        it -> assertThat(it).startsWith("\"maxRuns\" of 'heart beat'"),
                        it -> assertThat(it).contains("no sessionInjector").contains("\"filter\""));
    }

    @Test
    void a_file_of_the_extension_starts_what_it_says() throws Exception {
        ProjectConfig config = read(FILE);

        assertThat(config.emitters().emitters())
                .extracting(it -> it.name().value())
                .containsExactly("heart-beat", "standup");
        assertThat(config.remarks()).hasSize(6);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "{'excludePattern':'a'}; [{'match':'(?i)a','outcome':'drop'}]",
                "{'notifyPattern':'b'}; [{'match':'(?i)b','outcome':'inject'}]",
                "{'includePattern':'c'}; [{'match':'(?i)c','outcome':'keep'},{'match':'(?i).*','outcome':'drop'}]",
                "{'rules':[{'match':'d','outcome':'keep'}]}; [{'match':'(?i)d','outcome':'keep'}]"
            })
    void patterns_of_older_files_are_rules(String old, String rules) throws Exception {
        JsonValue file = parsed("{'emitters':[{'name':'a','command':'x','eventFilter':" + old + "}]}");

        assertThat(ExtensionConfig.translate(file)
                        .orElseThrow()
                        .config()
                        .get("emitters")
                        .orElseThrow())
                .isEqualTo(parsed("[{'name':'a','command':['sh','-c','x'],'filter':" + rules + "}]"));
    }

    @ParameterizedTest
    @CsvSource({"30s, 30s", "5 minutes, 5m", "every 2 hrs, 2h", "1 Day, 1d", "500ms, 500ms", "1 month, 1 month"})
    void times_are_what_the_extension_knows(String there, String here) throws Exception {
        JsonValue file = parsed("{'emitters':[{'name':'a','prompt':'x','runInterval':'" + there + "'}]}");

        assertThat(ExtensionConfig.translate(file)
                        .orElseThrow()
                        .config()
                        .get("emitters")
                        .orElseThrow())
                .isEqualTo(parsed("[{'name':'a','prompt':'x','every':'" + here + "'}]"));
    }

    @Test
    void what_is_wrong_is_named_by_its_place_in_the_file() {
        assertThatThrownBy(() -> read(FILE.replace("\"match\": \"booting\"", "\"match\": \"(\"")))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("/emitters/2/filter/0/match");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "{'providers':[]}",
                "{'emitters':[{'name':'a','command':['x'],'filter':[]}]}",
                "{'emitters':[{'name':'a','prompt':'x','every':'5m'}]}",
                "{'emitters':'all'}"
            })
    void other_files_are_left_alone(String file) throws Exception {
        assertThat(ExtensionConfig.translate(parsed(file))).isEmpty();
    }

    private static JsonValue parsed(String text) throws Exception {
        return JsonValue.parse(text.replace('\'', '"'));
    }

    private ProjectConfig read(String json) throws Exception {
        Path root = workspace.toRealPath();
        return ProjectConfig.read(Files.writeString(root.resolve("tap.config.json"), json), root);
    }
}
