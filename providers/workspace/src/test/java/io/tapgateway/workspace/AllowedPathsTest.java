package io.tapgateway.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedPathsTest {
    @Test
    void A027_parts_are_named_by_relative_paths() {
        assertThat(AllowedPaths.of(List.of("src", "./docs/api/")).below())
                .containsExactly(Path.of("src"), Path.of("docs/api"));
    }

    @Test
    void A027_a_star_is_everything_and_so_is_nothing() {
        assertThat(AllowedPaths.of(List.of())).isEqualTo(AllowedPaths.ALL);
        assertThat(AllowedPaths.of(List.of("src", "*"))).isEqualTo(AllowedPaths.ALL);
        assertThat(AllowedPaths.of(List.of("."))).isEqualTo(AllowedPaths.ALL);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "..", "../other", "src/../../other", "src/..", "/etc", "a\0b"})
    void A027_what_leads_out_is_refused(String named) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AllowedPaths.of(List.of(named)))
                .withMessageContaining("relative path");
    }
}
