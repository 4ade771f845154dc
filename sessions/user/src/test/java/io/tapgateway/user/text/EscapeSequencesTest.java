package io.tapgateway.user.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.user.Note;
import io.tapgateway.user.panel.PanelContent;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EscapeSequencesTest {
    private static final ProviderName SOURCE = new ProviderName("artist");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a\u001b[31mb",
                "a\u001b[38;2;1;2;3mb\u001b[0m",
                "\u001b[2J\u001b[1;1Hab",
                "a\u009b1mb",
                "a\u001b]0;a title\u0007b",
                "\u001b]8;;https://example.org\u001b\\a\u001b]8;;\u001b\\b",
                "a\u001bPq#0\u001b\\b",
                "a\u001b(Bb",
                "a\u001b7b\u001b8",
                "\u001bca\u001b=b"
            })
    void Z092_nothing_of_an_escape_sequence_is_left(String text) {
        assertThat(EscapeSequences.removed(text)).isEqualTo("ab");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[31m", "a [b] é 日本 😀", "a\u001b", "a\u001b[", "a\u001b]0;no end", "a\u0085b"})
    void what_is_no_escape_sequence_stays(String text) {
        assertThat(EscapeSequences.removed(text)).isEqualTo(text);
    }

    @Test
    void Z092_notes_and_panels_are_free_of_them_before_they_are_cut() {
        String colours = "\u001b[31m".repeat(PanelContent.MOST_OF_LINE);

        PanelContent content = new PanelContent(SOURCE, colours + "t", List.of(colours + "l"), colours + "f");

        assertThat(content).isEqualTo(new PanelContent(SOURCE, "t", List.of("l"), "f"));
        assertThat(new Note(SOURCE, Note.Level.INFO, "\u001b[31m".repeat(Note.MOST_OF_TEXT) + "n").text())
                .isEqualTo("n");
    }
}
