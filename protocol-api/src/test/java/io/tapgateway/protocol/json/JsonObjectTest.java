package io.tapgateway.protocol.json;

import static io.tapgateway.protocol.json.JsonReader.FLAG;
import static io.tapgateway.protocol.json.JsonReader.OBJECT;
import static io.tapgateway.protocol.json.JsonReader.TEXT;
import static io.tapgateway.protocol.json.JsonReader.TIME;
import static io.tapgateway.protocol.json.JsonReader.WHOLE_NUMBER;
import static io.tapgateway.protocol.json.JsonReader.map;
import static io.tapgateway.protocol.json.JsonReader.object;
import static io.tapgateway.protocol.json.JsonReader.orNull;
import static io.tapgateway.protocol.json.JsonReader.text;
import static io.tapgateway.protocol.json.JsonReader.wholeNumber;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonObjectTest {
    private static final JsonReader<TimeUnit> UNIT = Vocabulary.lowerCase(TimeUnit.class);
    private static final JsonReader<Duration> DURATION = text(Duration::parse, "must be a duration");
    private static final JsonReader<String> NAME = object(part -> part.required("name", TEXT));

    @Test
    void a_member_is_read_as_what_is_asked_for() throws MalformedJson {
        JsonObject in =
                read("{'text':'a','flag':true,'number':2.0,'unit':'days','list':['a','b'],'at':'2026-01-01T00:00:00Z',"
                        + "'part':{'name':'x'},'named':{'b':1,'a':null}}");

        assertThat(in.required("text", TEXT)).isEqualTo("a");
        assertThat(in.flag("flag")).isTrue();
        assertThat(in.required("number", WHOLE_NUMBER)).isEqualTo(2);
        assertThat(in.required("unit", UNIT)).isEqualTo(TimeUnit.DAYS);
        assertThat(in.list("list", TEXT)).containsExactly("a", "b");
        assertThat(in.required("at", TIME)).isEqualTo("2026-01-01T00:00:00Z");
        assertThat(in.required("part", NAME)).isEqualTo("x");
        assertThat(in.required("named", map(orNull(WHOLE_NUMBER))))
                .containsExactly(Map.entry("b", Optional.of(1L)), Map.entry("a", Optional.empty()));
    }

    @ParameterizedTest
    @CsvSource({"{}", "{'x':null}"})
    void an_optional_member_may_be_missing_or_null(String json) throws MalformedJson {
        JsonObject in = read(json);

        assertThat(in.optional("x", TEXT)).isEmpty();
        assertThat(in.optionalWholeNumber("x")).isEqualTo(OptionalLong.empty());
        assertThat(in.list("x", TEXT)).isEmpty();
        assertThat(in.flag("x")).isFalse();
        assertThat(in.isSet("x")).isFalse();
    }

    @Test
    void null_can_be_told_from_nothing() throws MalformedJson {
        assertThat(read("{'x':null}").has("x")).isTrue();
        assertThat(read("{'x':null}").nullable("x", JsonReader.ANY)).isEqualTo(JsonValue.NULL);
        assertFault("{}", in -> in.nullable("x", JsonReader.ANY), "/x: is required");
    }

    @Test
    void a_fault_says_where_and_what() {
        assertFault("{}", in -> in.required("x", TEXT), "/x: is required");
        assertFault("{'x':null}", in -> in.required("x", TEXT), "/x: is required");
        assertFault("{'x':1}", in -> in.required("x", TEXT), "/x: must be a string");
        assertFault("{'x':1}", in -> in.optional("x", FLAG), "/x: must be true or false");
        assertFault("{'x':[]}", in -> in.optional("x", OBJECT), "/x: must be an object");
        assertFault("{'x':{}}", in -> in.list("x", TEXT), "/x: must be an array");
        assertFault("{'x':'1'}", in -> in.optionalWholeNumber("x"), "/x: must be a number");
        assertFault("{'x':1.5}", in -> in.optionalWholeNumber("x"), "/x: must be a whole number");
        assertFault("{'x':4}", in -> in.required("x", wholeNumber(1, 3)), "/x: must be a whole number between 1 and 3");
        assertFault("{'x':''}", in -> in.required("x", DURATION), "/x: must be a duration");
        assertFault(
                "{'x':'weeks'}",
                in -> in.required("x", UNIT),
                "/x: must be one of nanoseconds, microseconds, " + "milliseconds, seconds, minutes, hours, days");
        assertFault("{'x':['a',{'y':1}]}", in -> in.list("x", orNull(TEXT)), "/x/1: must be a string");
        assertFault("{'x':{'y':1}}", in -> in.required("x", map(TEXT)), "/x/y: must be a string");
    }

    @Test
    void D033_a_name_that_may_be_payload_is_not_repeated() {
        assertFault(
                "{'a b':1}",
                in -> map(TEXT).read(JsonValue.object(Map.of("a b", JsonValue.TRUE))),
                "/*: must be a string");
        assertFault("{'a b':1}", in -> in.allowOnly(Set.of()), "has a field that is not known here");
    }

    @Test
    void D006_unknown_members_can_be_refused() throws MalformedJson {
        JsonObject in = read("{'x':1}");

        assertThat(in.allowOnly(Set.of("x", "y"))).isSameAs(in);
        assertFault("{'x':1}", it -> it.allowOnly(Set.of("y")), "/x: is not known here");
    }

    @Test
    void only_an_object_has_members() {
        assertThatExceptionOfType(JsonFault.class)
                .isThrownBy(() -> JsonObject.of(JsonValue.array(List.of())))
                .withMessage("must be an object")
                .satisfies(fault -> assertThat(fault.pointer()).isEmpty());
    }

    private static JsonObject read(String json) throws MalformedJson {
        return JsonObject.of(JsonValue.parse(json.replace('\'', '"')));
    }

    private interface Reading {
        Object of(JsonObject in);
    }

    private static void assertFault(String json, Reading reading, String fault) {
        assertThatExceptionOfType(JsonFault.class)
                .isThrownBy(() -> reading.of(read(json)))
                .withMessage(fault);
    }
}
