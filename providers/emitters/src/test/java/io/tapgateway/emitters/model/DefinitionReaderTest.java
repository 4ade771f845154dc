package io.tapgateway.emitters.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.programs.Command;
import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.model.FilterRule;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.PushLevel;
import io.tapgateway.protocol.model.StreamName;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DefinitionReaderTest {
    private static final Path WORKSPACE = Path.of("/workspace");

    private final DefinitionReader reader = new DefinitionReader(Optional.of(WORKSPACE));

    @Test
    void a_command_is_read_with_everything_it_needs() {
        EmitterDefinition read =
                emitter("{'name':'a','command':['npm','test'],'env':{'A':'b'},'every':'5m','after':'10s',"
                        + "'stream':'s','level':'surface','filter':[{'match':'x','outcome':'inject'}]}");

        assertThat(read.source())
                .isEqualTo(new Source.Run(new Command(List.of("npm", "test"), WORKSPACE, Map.of("A", "b"))));
        assertThat(read.schedule()).isEqualTo(new Schedule(Duration.ofSeconds(10), Optional.of(Duration.ofMinutes(5))));
        assertThat(read.stream()).isEqualTo(new StreamName("s"));
        assertThat(read.level()).isEqualTo(PushLevel.SURFACE);
        assertThat(read.filter().rules()).containsExactly(new FilterRule("x", FilterRule.Outcome.INJECT));
    }

    @Test
    void a_prompt_is_injected_into_a_stream_of_its_own_name_once() {
        EmitterDefinition read = emitter("{'name':'ask','prompt':'How is it?','once':true}");

        assertThat(read.source()).isEqualTo(new Source.Ask("How is it?"));
        assertThat(read.schedule()).isEqualTo(Schedule.ONCE);
        assertThat(read.stream()).isEqualTo(new StreamName("ask"));
        assertThat(read.level()).isEqualTo(PushLevel.INJECT);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{'emitters':{}}                                                  | /emitters: must be an array",
                "{'emitters':['x']}                                               | /emitters/0: must be an object",
                "{'emitters':[{'command':['x']}]}                                 | /emitters/0/name: is required",
                "{'emitters':[{'name':'a b','command':['x']}]}                    | /emitters/0/name: must have",
                "{'emitters':[{'name':'a'}]}                                      | needs either a 'command' or a 'prompt'",
                "{'emitters':[{'name':'a','command':['x'],'prompt':'y'}]}         | /emitters/0/command: is not known here",
                "{'emitters':[{'name':'a','prompt':'y','level':'keep'}]}          | /emitters/0/level: is not known here",
                "{'emitters':[{'name':'a','prompt':' '}]}                         | /emitters/0/prompt: must not be empty",
                "{'emitters':[{'name':'a','command':'x'}]}                        | /emitters/0/command: must be an array",
                "{'emitters':[{'name':'a','command':['x'],'every':5}]}            | /emitters/0/every: must be a string",
                "{'emitters':[{'name':'a','command':['x'],'every':'1w'}]}         | /emitters/0/every: must be a number",
                "{'emitters':[{'name':'a','command':['x'],'once':false}]}         | /emitters/0/once: can only be true",
                "{'emitters':[{'name':'a','command':['x'],'once':true,'every':'5s'}]} | /emitters/0/once: can only be true",
                "{'emitters':[{'name':'a','command':['x'],'level':'loud'}]}       | must be one of keep, surface, inject",
                "{'emitters':[{'name':'a','command':['x'],'filter':[{'match':'('}]}]} | /filter/0/outcome: is required",
                "{'emitters':[{'name':'a','command':['x'],'filter':[{'match':'(','outcome':'drop'}]}]} | /filter/0/match: no regular",
                "{'emitters':[{'name':'a','command':['x']},{'name':'a','prompt':'x'}]} | /emitters/1/name: is there twice",
                "{'streams':[{'name':'a'},{'name':'a'}]}                          | /streams/1/name: is there twice",
                "{'streams':[{'name':'a','x':1}]}                                 | /streams/0/x: is not known here",
            })
    void what_is_not_understood_completely_is_refused_with_its_place(String json, String complaint) {
        assertThatThrownBy(() -> config(json.strip()))
                .isInstanceOf(JsonFault.class)
                .hasMessageContaining(complaint.strip());
    }

    @Test
    void a_file_may_define_so_many_emitters_and_streams_and_no_more() {
        assertThat(config(emitters(EmitterLimits.EMITTERS)).emitters()).hasSize(EmitterLimits.EMITTERS);
        assertThatThrownBy(() -> config(emitters(EmitterLimits.EMITTERS + 1)))
                .hasMessageContaining("/emitters: may list at most " + EmitterLimits.EMITTERS);
        String one = "{'streams':[{'name':'another'}],";
        assertThatThrownBy(() -> config(one + emitters(EmitterLimits.EMITTERS).substring(1)))
                .hasMessageContaining("need more than " + Limit.STREAMS_PER_PROVIDER.standard() + " streams");
    }

    @Test
    void a_prompt_has_as_many_bytes_as_the_gateway_takes() {
        String full = "x".repeat((int) Limit.PROMPT.standard());

        assertThat(emitter("{'name':'a','prompt':'" + full + "'}").source()).isEqualTo(new Source.Ask(full));
        assertThatThrownBy(() -> emitter("{'name':'a','prompt':'" + full + "x'}"))
                .hasMessageContaining("at most " + Limit.PROMPT.standard() + " bytes");
    }

    @Test
    void D107_a_filter_has_as_many_rules_as_the_gateway_takes() {
        int most = (int) Limit.FILTER_RULES.standard();

        assertThat(emitter("{'name':'a','command':['x'],'filter':" + rules(most) + "}")
                        .filter()
                        .rules())
                .hasSize(most);
        assertThatThrownBy(() -> emitter("{'name':'a','command':['x'],'filter':" + rules(most + 1) + "}"))
                .hasMessageContaining("/filter: more than " + most + " rules");
    }

    @Test
    void without_a_workspace_there_are_prompts_and_no_commands() {
        DefinitionReader nowhere = new DefinitionReader(Optional.empty());

        assertThat(nowhere.emitter(json("{'name':'a','prompt':'x'}")).name()).isEqualTo(new EmitterName("a"));
        assertThatThrownBy(() -> nowhere.emitter(json("{'name':'a','command':['x']}")))
                .hasMessageContaining("/command: cannot run: the session has no directory");
    }

    private EmitterDefinition emitter(String text) {
        return reader.emitter(json(text));
    }

    private EmitterConfig config(String text) {
        return reader.config(json(text));
    }

    private static String emitters(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "{'name':'e" + i + "','command':['x']}")
                .collect(Collectors.joining(",", "{'emitters':[", "]}"));
    }

    private static String rules(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "{'match':'" + i + "','outcome':'drop'}")
                .collect(Collectors.joining(",", "[", "]"));
    }

    private static JsonObject json(String text) {
        try {
            return JsonObject.of(JsonValue.parse(text.replace('\'', '"')));
        } catch (MalformedJson e) {
            throw new AssertionError(text, e);
        }
    }
}
