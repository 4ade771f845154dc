package io.tapgateway.provider.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.json.JsonValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JavaJsonTest {
    private record Run(String name, Optional<Integer> exitCode, List<Step> steps) {}

    private record Step(String name, double seconds) {}

    @Test
    void records_become_objects_at_any_depth_and_leave_out_what_is_empty() {
        Run run = new Run("build", Optional.empty(), List.of(new Step("compile", 1.5)));

        assertThat(JavaJson.of(Map.of("runs", List.of(run))).json())
                .isEqualTo("{\"runs\":[{\"name\":\"build\",\"steps\":[{\"name\":\"compile\",\"seconds\":1.5}]}]}");
    }

    @Test
    void a_json_value_stays_the_same_object() {
        JsonValue value = JsonValue.of(List.of(1));

        assertThat(JavaJson.of(value)).isSameAs(value);
    }

    @Test
    void null_texts_numbers_arrays_and_optionals_have_their_usual_forms() {
        assertThat(JavaJson.of(null)).isEqualTo(JsonValue.NULL);
        assertThat(JavaJson.of("x").json()).isEqualTo("\"x\"");
        assertThat(JavaJson.of(Arrays.asList(1, null)).json()).isEqualTo("[1,null]");
        assertThat(JavaJson.of(new int[] {1, 2}).json()).isEqualTo("[1,2]");
        assertThat(JavaJson.of(new Object[] {new Step("a", 1)}).json()).isEqualTo("[{\"name\":\"a\",\"seconds\":1.0}]");
        assertThat(JavaJson.of(Optional.of(new Step("a", 1))).json()).isEqualTo("{\"name\":\"a\",\"seconds\":1.0}");
    }

    @Test
    void what_has_no_form_or_contains_itself_is_refused() {
        List<Object> loop = new ArrayList<>();
        loop.add(loop);

        assertThatThrownBy(() -> JavaJson.of(new Object())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> JavaJson.of(List.of(Double.NaN))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> JavaJson.of(loop)).hasMessageContaining("nested deeper");
    }
}
