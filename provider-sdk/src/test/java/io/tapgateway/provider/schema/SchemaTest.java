package io.tapgateway.provider.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.json.JsonValue;
import java.util.List;
import org.junit.jupiter.api.Test;

class SchemaTest {
    @Test
    void an_object_lists_its_members_and_which_of_them_must_be_there() {
        Schema schema = Schema.object()
                .required("branch", Schema.string().describedAs("name of the branch"))
                .optional("limit", Schema.integer());

        assertThat(schema.json().json())
                .isEqualTo("{\"type\":\"object\",\"properties\":{"
                        + "\"branch\":{\"type\":\"string\",\"description\":\"name of the branch\"},"
                        + "\"limit\":{\"type\":\"integer\"}},\"required\":[\"branch\"]}");
    }

    @Test
    void an_empty_object_has_properties_but_requires_none() {
        assertThat(Schema.object().json().json()).isEqualTo("{\"type\":\"object\",\"properties\":{}}");
    }

    @Test
    void a_description_of_an_object_stays_when_members_are_added() {
        Schema schema = Schema.object().describedAs("where to").required("x", Schema.number());

        assertThat(schema.json().get("description")).contains(JsonValue.of("where to"));
    }

    @Test
    void lists_maps_choices_and_booleans_have_their_json_schema_forms() {
        assertThat(Schema.array(Schema.bool()).json().json())
                .isEqualTo("{\"type\":\"array\",\"items\":{\"type\":\"boolean\"}}");
        assertThat(Schema.map(Schema.number()).json().json())
                .isEqualTo("{\"type\":\"object\",\"additionalProperties\":{\"type\":\"number\"}}");
        assertThat(Schema.oneOf("red", "green").json().json())
                .isEqualTo("{\"type\":\"string\",\"enum\":[\"red\",\"green\"]}");
        assertThat(Schema.any().json().json()).isEqualTo("{}");
    }

    @Test
    void adding_to_a_schema_leaves_the_original_alone() {
        ObjectSchema original = Schema.object();

        ObjectSchema larger = original.required("x", Schema.string());

        assertThat(larger.json()).isNotEqualTo(original.json());
        assertThat(original.json().get("required")).isEmpty();
    }

    @Test
    void a_member_declared_twice_is_an_error_that_names_it() {
        ObjectSchema schema = Schema.object().required("x", Schema.string());

        assertThatThrownBy(() -> schema.optional("x", Schema.integer()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'x'");
    }

    @Test
    void a_foreign_schema_must_be_an_object() {
        assertThat(Schema.of(JsonValue.EMPTY_OBJECT).json()).isEqualTo(JsonValue.EMPTY_OBJECT);
        assertThatThrownBy(() -> Schema.of(JsonValue.of(List.of()))).hasMessageContaining("must be an object");
    }
}
