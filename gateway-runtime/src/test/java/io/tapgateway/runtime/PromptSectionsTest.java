package io.tapgateway.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class PromptSectionsTest {
    @Test
    void D182_safety_and_identity_are_protected_however_the_host_spells_them_and_whatever_it_adds() {
        PromptSections sections = PromptSections.of(Map.of()).withProtected(List.of("House Rules"));

        assertThat(sections.isProtected("Safety")).isTrue();
        assertThat(sections.isProtected("\uff29dentity ")).isTrue();
        assertThat(sections.isProtected("house rules")).isTrue();
        assertThat(sections.isProtected("tone")).isFalse();
    }

    @Test
    void a_section_that_is_there_twice_is_refused() {
        assertThatThrownBy(() -> PromptSections.of(Map.of("tone", "a", "Tone", "b")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("another spelling");
    }

    @Test
    void sections_keep_their_order_and_do_not_change_afterwards() {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put("z", "1");
        texts.put("a", "2");

        PromptSections sections = PromptSections.of(texts);
        texts.clear();

        assertThat(sections.texts().keySet()).containsExactly("z", "a");
    }
}
