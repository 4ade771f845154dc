package io.tapgateway.app.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.json.JsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What TOML files say, as JSON. */
class TomlReaderTest {
    @Test
    void tables_keys_and_values_are_objects_members_and_values() throws Exception {
        JsonValue read = TomlReader.read("""
                # A comment
                model = "o3" # and another
                big = 1_000
                on = true
                since = 1979-05-27T07:32:00Z

                [mcp_servers.docs]
                command = 'npx'
                args = ["-y", # first
                  "docs",
                ]
                env = { KEY = "v", other.deep = -3 }

                [mcp_servers."my server".env]
                PATH = \"""
                one \\
                    line\"""
                """);

        assertThat(read).isEqualTo(JsonValue.parse("""
                {"model":"o3","big":1000,"on":true,"since":"1979-05-27T07:32:00Z",
                 "mcp_servers":{
                   "docs":{"command":"npx","args":["-y","docs"],"env":{"KEY":"v","other":{"deep":-3}}},
                   "my server":{"env":{"PATH":"one line"}}}}
                """));
    }

    @Test
    void of_a_list_of_tables_the_newest_counts() throws Exception {
        assertThat(TomlReader.read("[[a.b]]\nx = 1\n[[a.b]]\ny = 2\n").json()).isEqualTo("{\"a\":{\"b\":{\"y\":2}}}");
    }

    @Test
    void escapes_mean_characters_and_nothing_in_literal_texts() throws Exception {
        assertThat(TomlReader.read("a = \"\\t\\\"\\u00e4\\U0001F600\"\nb = 'C:\\x'\r\n"))
                .isEqualTo(JsonValue.parse("{\"a\":\"\\t\\\"\u00e4\\ud83d\\ude00\",\"b\":\"C:\\\\x\"}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "a =",
                "a = \"b",
                "a = 'b\n'",
                "a = [1",
                "a = {b = 1",
                "a = [1 2]",
                "a = 1 b = 2",
                "[a",
                "= 1",
                "a = 1\na = 2",
                "a = 1\n[a]\nb = 2",
                "a = \"\\q\"",
                "a = \"\\uD\"",
                "a = \"\\UFFFFFFFF\"",
            })
    void what_is_no_toml_is_not_read(String text) {
        assertThatThrownBy(() -> TomlReader.read(text)).isInstanceOf(TomlReader.Unreadable.class);
    }

    @ParameterizedTest
    @CsvSource({"[,32", "{a=,32", "a.,100"})
    void depth_has_a_limit(String level, int enough) throws Exception {
        String deep = level.equals("a.") ? level.repeat(enough) + "a = 1" : "x = " + level.repeat(enough + 2);

        assertThatThrownBy(() -> TomlReader.read(deep))
                .isInstanceOf(TomlReader.Unreadable.class)
                .hasMessageContaining("levels");
    }

    @Test
    void a_complaint_names_the_line() {
        assertThatThrownBy(() -> TomlReader.read("a = 1\n\nb ="))
                .isInstanceOfSatisfying(
                        TomlReader.Unreadable.class, it -> assertThat(it.line()).isEqualTo(3));
    }
}
