package io.tapgateway.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.text.Paint;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.user.panel.PanelContent;
import java.util.Collections;
import java.util.List;
import org.jline.utils.AttributedString;
import org.junit.jupiter.api.Test;

class PanelPictureTest {
    @Test
    void Z093_it_says_whose_it_is_and_how_to_leave_it() {
        assertThat(drawn(80, 24, "Board", List.of("x o", "\tx"), "arrows move"))
                .containsExactly(
                        "── artist: Board ──", "x o", "    x", "arrows move", "Keys go to artist; Esc closes this");
        assertThat(drawn(80, 24, "", List.of(), ""))
                .containsExactly("── artist ──", "Keys go to artist; Esc closes this");
    }

    @Test
    void it_fits_the_terminal_and_says_what_does_not() {
        List<String> drawn = drawn(30, 8, "t".repeat(50), Collections.nCopies(6, "日本".repeat(20)), "f".repeat(50));

        assertThat(drawn)
                .hasSize(7)
                .allSatisfy(line ->
                        assertThat(new AttributedString(line).columnLength()).isLessThan(30));
        assertThat(drawn(80, 8, "", Collections.nCopies(6, "l"), ""))
                .hasSize(6)
                .last()
                .isEqualTo("Keys go to artist; Esc closes this; 2 more lines do not fit");
    }

    @Test
    void Z092_nothing_in_it_moves_the_cursor() {
        assertThat(drawn(80, 24, "\u001b[2Jt", List.of("a\rb", "\u001b[31mred\u001b[0m"), "f\u0007"))
                .containsExactly("── artist: t ──", "a\uFFFDb", "red", "f\uFFFD", "Keys go to artist; Esc closes this");
    }

    private static List<String> drawn(int columns, int rows, String title, List<String> lines, String footer) {
        PanelContent content = new PanelContent(new ProviderName("artist"), title, lines, footer);
        return PanelPicture.of(content, columns, rows, Paint.NONE);
    }
}
