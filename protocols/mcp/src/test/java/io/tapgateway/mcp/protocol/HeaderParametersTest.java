package io.tapgateway.mcp.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonValue;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Parameters that heads of calls repeat (M-070). */
class HeaderParametersTest {
    private static HeaderParameters read(String schema) throws Exception {
        return HeaderParameters.read(JsonValue.parse(schema));
    }

    private static String marked(String type, String name) {
        return "{\"type\":" + type + ",\"x-mcp-header\":" + name + "}";
    }

    private static String with(String properties) {
        return "{\"type\":\"object\",\"properties\":{" + properties + "}}";
    }

    @Test
    void M070_texts_whole_numbers_and_truth_values_are_repeated_wherever_properties_lead_to_them() throws Exception {
        HeaderParameters found = read(with("\"region\":" + marked("\"string\"", "\"Region\"") + ",\"limits\":"
                + with("\"most\":" + marked("[\"integer\",\"null\"]", "\"Most\"")) + ",\"dry\":"
                + marked("\"boolean\"", "\"Dry\"") + ",\"query\":{\"type\":\"string\"}"));

        assertThat(found.paths())
                .containsOnly(
                        Map.entry("Mcp-Param-Region", List.of("region")),
                        Map.entry("Mcp-Param-Most", List.of("limits", "most")),
                        Map.entry("Mcp-Param-Dry", List.of("dry")));
        assertThat(found.headers(JsonValue.parse(
                        "{\"region\":\"us-west1\",\"limits\":{\"most\":42.0},\"dry\":false,\"query\":\"SELECT 1\"}")))
                .containsOnly(
                        Map.entry("Mcp-Param-Region", "us-west1"),
                        Map.entry("Mcp-Param-Most", "42"),
                        Map.entry("Mcp-Param-Dry", "false"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"text\":null}", "{\"text\":[\"a\"]}", "{\"text\":{}}", "[]"})
    void M070_what_is_not_there_or_is_no_single_value_is_in_no_header(String arguments) throws Exception {
        assertThat(read(with("\"text\":" + marked("\"string\"", "\"Text\""))).headers(JsonValue.parse(arguments)))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"us west 1\"|us west 1",
                "\"\"|''",
                "\"Hello, 世界\"|=?base64?SGVsbG8sIOS4lueVjA==?=",
                "\" padded \"|=?base64?IHBhZGRlZCA=?=",
                "\"line1\\nline2\"|=?base64?bGluZTEKbGluZTI=?=",
                "\"\\tindented\"|=?base64?CWluZGVudGVk?=",
                "\"=?base64?literal?=\"|=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=",
                "-7|-7",
            })
    void M017_what_no_head_can_carry_is_there_in_base64(String value, String header) throws Exception {
        HeaderParameters found = read(with("\"text\":" + marked("\"string\"", "\"Text\"")));

        assertThat(found.headers(JsonValue.parse("{\"text\":" + value + "}")))
                .isEqualTo(Map.of("Mcp-Param-Text", header));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"\"", "\"My Region\"", "\"Region:Primary\"", "\"Région\"", "\"Region\\t1\"", "7", "null"})
    void M070_a_name_that_no_header_can_have_is_refused(String name) {
        assertThatThrownBy(() -> read(with("\"text\":" + marked("\"string\"", name))))
                .isInstanceOfSatisfying(
                        JsonFault.class, it -> assertThat(it.pointer()).isEqualTo("/properties/text"))
                .hasMessageContaining("a name that no header can have");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"number\"", "\"object\"", "\"array\"", "\"null\"", "[\"string\",\"number\"]", "[]", "7"})
    void M070_other_values_than_these_are_refused(String type) {
        assertThatThrownBy(() -> read(with("\"text\":" + marked(type, "\"Text\""))))
                .isInstanceOf(JsonFault.class)
                .hasMessageContaining("no text, whole number or truth value");
    }

    @Test
    void M070_two_parameters_with_one_header_are_refused_whatever_the_case() {
        assertThatThrownBy(() -> read(with("\"a\":" + marked("\"string\"", "\"MyField\"") + ",\"b\":"
                        + marked("\"string\"", "\"myfield\""))))
                .isInstanceOf(JsonFault.class)
                .hasMessageContaining("the same header");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"x-mcp-header\":\"All\"}",
                "{\"properties\":{\"list\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"x-mcp-header\":\"A\"}}}}",
                "{\"anyOf\":[{\"properties\":{\"a\":{\"type\":\"string\",\"x-mcp-header\":\"A\"}}}]}",
                "{\"$defs\":{\"a\":{\"type\":\"string\",\"x-mcp-header\":\"A\"}}}",
                "{\"if\":{\"properties\":{\"a\":{\"type\":\"string\",\"x-mcp-header\":\"A\"}}}}",
                "{\"properties\":{\"a\":{\"type\":\"object\",\"additionalProperties\":{\"x-mcp-header\":\"A\"}}}}"
            })
    void M070_marks_of_what_has_no_place_of_its_own_are_refused(String schema) {
        assertThatThrownBy(() -> read(schema))
                .isInstanceOf(JsonFault.class)
                .hasMessageContaining("no parameter with a place of its own");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"properties\":{\"x-mcp-header\":{\"type\":\"string\"}}}",
                "{\"anyOf\":[{\"properties\":{\"x-mcp-header\":{\"type\":\"string\"}}}]}",
                "{\"properties\":{\"a\":{\"default\":{\"x-mcp-header\":\"A\"},\"enum\":[{\"x-mcp-header\":\"A\"}]}}}",
                "{\"properties\":[\"x-mcp-header\"]}"
            })
    void M070_values_and_parameters_of_that_name_are_no_marks(String schema) throws Exception {
        assertThat(read(schema)).isEqualTo(HeaderParameters.NONE);
    }
}
