package io.tapgateway.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.user.panel.PanelKey;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PanelKeysTest {
    private static final String ESCAPE = "\u001b";

    private final PanelKeys keys = new PanelKeys();
    private boolean closed;

    @ParameterizedTest
    @CsvSource({
        "[A, up", "OA, up", "[B, down", "OB, down", "[C, right", "OC, right", "[D, left", "OD, left",
        "[H, home", "OH, home", "[1~, home", "[7~, home", "[F, end", "OF, end", "[4~, end", "[8~, end",
        "[5~, pageup", "[6~, pagedown", "[3~, delete", "OM, enter"
    })
    void Z097_a_key_with_a_name_is_sent_as_a_sequence(String sequence, String name) {
        assertThat(typed(ESCAPE + sequence)).containsExactly(PanelKey.named(name));
        assertThat(keys.isMidway()).isFalse();
    }

    @Test
    void Z097_characters_are_runes_but_for_those_that_have_a_name() {
        assertThat(typed("aé😀\r\n\t\u007f\b"))
                .containsExactly(
                        rune("a"),
                        rune("é"),
                        rune("😀"),
                        PanelKey.named("enter"),
                        PanelKey.named("enter"),
                        PanelKey.named("tab"),
                        PanelKey.named("backspace"),
                        PanelKey.named("backspace"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u0001",
                "\u001b[1;5A",
                "\u001b[15~",
                "\u001bx",
                "\u001b[?1;2c",
                "\uDE00",
                "\u001b[00000000000000"
            })
    void Z097_other_keys_are_not_sent_and_hide_none_after_them(String other) {
        assertThat(typed(other + "a")).containsExactly(rune("a"));
        assertThat(closed).isFalse();
    }

    @Test
    void Z098_an_escape_after_which_nothing_comes_closes() {
        assertThat(typed(ESCAPE)).isEmpty();
        assertThat(keys.isMidway()).isTrue();

        PanelKeys.Pressed pressed = keys.silence();

        assertThat(pressed).isEqualTo(new PanelKeys.Pressed(List.of(), true));
        assertThat(keys.isMidway()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u0003", "\u001b\u001b"})
    void Z098_ctrl_c_closes_and_so_does_an_escape_after_another(String closing) {
        assertThat(typed(closing)).isEmpty();
        assertThat(closed).isTrue();
    }

    @Test
    void silence_within_a_sequence_is_no_key() {
        assertThat(typed(ESCAPE + "[")).isEmpty();

        assertThat(keys.silence()).isEqualTo(new PanelKeys.Pressed(List.of(), false));
        assertThat(typed("A")).containsExactly(rune("A"));
    }

    @Test
    void Z097_what_is_pasted_is_sent_key_by_key_and_nothing_in_it_closes() {
        assertThat(typed(pasted("a\r\nb\tc\u0003\u001b[A") + "d"))
                .containsExactly(
                        rune("a"),
                        PanelKey.named("enter"),
                        rune("b"),
                        PanelKey.named("tab"),
                        rune("c"),
                        rune("["),
                        rune("A"),
                        rune("d"));
        assertThat(closed).isFalse();
    }

    @Test
    void Z097_a_paste_of_a_thousand_characters_is_taken_and_a_longer_one_is_not() {
        assertThat(typed(pasted("😀".repeat(PanelKeys.MOST_PASTED)))).hasSize(PanelKeys.MOST_PASTED);
        assertThat(typed(pasted("a".repeat(PanelKeys.MOST_PASTED + 1)))).isEmpty();
        assertThat(typed(pasted("a".repeat(10 * PanelKeys.MOST_PASTED)) + "b")).containsExactly(rune("b"));
    }

    private static String pasted(String text) {
        return ESCAPE + "[200~" + text + ESCAPE + "[201~";
    }

    private static PanelKey rune(String text) {
        return PanelKey.rune(text.codePointAt(0)).orElseThrow();
    }

    private List<PanelKey> typed(String characters) {
        List<PanelKey> all = new ArrayList<>();
        characters.chars().forEach(next -> {
            PanelKeys.Pressed pressed = keys.typed((char) next);
            all.addAll(pressed.keys());
            closed |= pressed.closes();
        });
        return all;
    }
}
