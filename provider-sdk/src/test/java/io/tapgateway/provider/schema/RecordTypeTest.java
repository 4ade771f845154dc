package io.tapgateway.provider.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import java.io.File;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordTypeTest {
    enum Stage {
        TEST,
        LIVE
    }

    record Replica(String host, int port) {}

    record Deploy(
            @Description("which service") String service,
            Stage stage,
            boolean force,
            Boolean dryRun,
            int retries,
            long deadline,
            double share,
            List<Replica> replicas,
            Map<String, Integer> weights,
            Optional<String> note,
            JsonValue extra) {}

    private static final String COMPLETE = """
            {"service":"web","stage":"LIVE","force":true,"dryRun":false,"retries":3,"deadline":9007199254740993,
             "share":0.5,"replicas":[{"host":"a","port":1}],"weights":{"a":2},"note":"now","extra":[1]}""";

    @Test
    void the_schema_follows_from_the_components() throws MalformedJson {
        assertThat(RecordType.of(Deploy.class).schema().json()).isEqualTo(JsonValue.parse("""
                                {"type":"object","properties":{
                                  "service":{"type":"string","description":"which service"},
                                  "stage":{"type":"string","enum":["TEST","LIVE"]},
                                  "force":{"type":"boolean"},"dryRun":{"type":"boolean"},
                                  "retries":{"type":"integer"},"deadline":{"type":"integer"},"share":{"type":"number"},
                                  "replicas":{"type":"array","items":{"type":"object","properties":{
                                    "host":{"type":"string"},"port":{"type":"integer"}},"required":["host","port"]}},
                                  "weights":{"type":"object","additionalProperties":{"type":"integer"}},
                                  "note":{"type":"string"},"extra":{}},
                                 "required":["service","stage","force","dryRun","retries","deadline","share",
                                   "replicas","weights","extra"]}"""));
    }

    @Test
    void arguments_become_the_record() throws MalformedJson {
        Deploy deploy = RecordType.of(Deploy.class).read(JsonValue.parse(COMPLETE));

        assertThat(deploy)
                .isEqualTo(new Deploy(
                        "web",
                        Stage.LIVE,
                        true,
                        false,
                        3,
                        9_007_199_254_740_993L,
                        0.5,
                        List.of(new Replica("a", 1)),
                        Map.of("a", 2),
                        Optional.of("now"),
                        JsonValue.of(List.of(1))));
    }

    @Test
    void members_the_record_does_not_know_are_ignored() throws MalformedJson {
        Replica replica =
                RecordType.of(Replica.class).read(JsonValue.parse("{\"host\":\"a\",\"port\":1,\"colour\":\"red\"}"));

        assertThat(replica).isEqualTo(new Replica("a", 1));
    }

    record Note(Optional<String> text) {}

    @Test
    void an_optional_component_may_be_missing_or_null() throws MalformedJson {
        RecordType<Note> type = RecordType.of(Note.class);

        assertThat(type.read(JsonValue.parse("{}")).text()).isEmpty();
        assertThat(type.read(JsonValue.parse("{\"text\":null}")).text()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"service\":\"web\"        | \"service\":1          | Argument /service must be a string.",
                "\"service\":\"web\",       | ''                     | Argument /service is missing.",
                "\"stage\":\"LIVE\"         | \"stage\":\"live\"     | Argument /stage must be one of TEST, LIVE.",
                "\"force\":true             | \"force\":\"true\"     | Argument /force must be true or false.",
                "\"retries\":3              | \"retries\":3.5        | Argument /retries must be a whole number within 32 bits.",
                "\"retries\":3              | \"retries\":2147483648 | Argument /retries must be a whole number within 32 bits.",
                "\"deadline\":9007199254740993 | \"deadline\":1e30   | Argument /deadline must be a whole number within 64 bits.",
                "\"share\":0.5              | \"share\":null         | Argument /share must be a number.",
                "\"port\":1                 | \"port\":\"1\"         | Argument /replicas/0/port must be a whole number within 32 bits.",
                "[{\"host\":\"a\",\"port\":1}] | {}                  | Argument /replicas must be a list.",
                "{\"a\":2}                  | {\"a/b\":true}         | Argument /weights/a~1b must be a whole number within 32 bits.",
                "{\"a\":2}                  | []                     | Argument /weights must be an object.",
            })
    void what_does_not_fit_is_named_by_its_place(String original, String replacement, String message) {
        String broken = COMPLETE.replace(original, replacement);
        assertThat(broken).isNotEqualTo(COMPLETE);

        assertThatThrownBy(() -> RecordType.of(Deploy.class).read(JsonValue.parse(broken)))
                .isInstanceOf(InvalidArguments.class)
                .hasMessage(message);
    }

    @Test
    void arguments_that_are_no_object_are_refused() {
        assertThatThrownBy(() -> RecordType.of(Note.class).read(JsonValue.of(List.of())))
                .isInstanceOf(InvalidArguments.class)
                .hasMessage("The arguments must be an object.");
    }

    @Test
    void whole_numbers_may_be_written_with_a_point() throws MalformedJson {
        assertThat(RecordType.of(Replica.class)
                        .read(JsonValue.parse("{\"host\":\"a\",\"port\":8.0}"))
                        .port())
                .isEqualTo(8);
    }

    record Range(int low, int high) {
        Range {
            if (low > high) {
                throw new IllegalArgumentException("secret reasoning");
            }
        }
    }

    @Test
    void what_the_record_itself_refuses_is_told_without_its_words() {
        assertThatThrownBy(() -> RecordType.of(Range.class).read(JsonValue.of(Map.of("low", 2, "high", 1))))
                .isInstanceOf(InvalidArguments.class)
                .hasMessage("The arguments must not have this combination of values.")
                .hasRootCauseMessage("secret reasoning");
    }

    record Unsupported(List<File> files) {}

    record Keys(Map<Integer, String> byNumber) {}

    record Tree(String name, List<Tree> children) {}

    record Box<T>(T content) {}

    record Boxed(Box<String> box) {}

    record Sets(Set<String> names) {}

    @Test
    void types_without_a_json_form_are_found_when_the_tool_is_declared() {
        assertThatThrownBy(() -> RecordType.of(Unsupported.class)).hasMessageContaining("Unsupported.files[]");
        assertThatThrownBy(() -> RecordType.of(Keys.class)).hasMessageContaining("Keys.byNumber");
        assertThatThrownBy(() -> RecordType.of(Sets.class)).hasMessageContaining("Sets.names");
        assertThatThrownBy(() -> RecordType.of(Boxed.class)).hasMessageContaining("Boxed.box");
    }

    @Test
    void a_record_that_contains_itself_is_refused_instead_of_followed_for_ever() {
        assertThatThrownBy(() -> RecordType.of(Tree.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("contains itself");
    }

    record Twice(Replica from, Replica to) {}

    @Test
    void the_same_record_may_stand_in_two_places() {
        assertThat(RecordType.of(Twice.class).schema().json().get("required"))
                .contains(JsonValue.of(List.of("from", "to")));
    }
}
