package io.tapgateway.app.terminal;

import io.tapgateway.app.text.Paint;
import io.tapgateway.app.text.PlainText;
import io.tapgateway.app.text.Span;
import io.tapgateway.app.text.Tone;
import io.tapgateway.user.panel.PanelContent;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;

/** A panel as lines of a terminal. Whose it is, and how to leave it, is said in our words. Stateless. */
final class PanelPicture {
    /** What stands around the lines of its owner: the head, the footer, and ours. */
    private static final int FRAME_ROWS = 3;

    private static final String TAB = "    ";

    private PanelPicture() {}

    /**
     * Draws it.
     *
     * @param columns of the terminal; no line is wider than one less
     * @param rows of the terminal; there is at least one line less
     */
    static List<String> of(PanelContent content, int columns, int rows, Paint paint) {
        int room = Math.max(1, rows - 1 - FRAME_ROWS);
        int width = Math.max(1, columns - 1);
        List<String> lines = new ArrayList<>();
        String title = content.title().isEmpty() ? "" : ": " + content.title();
        lines.add(painted(paint, Tone.NAME, "── " + content.source() + title + " ──", width));
        content.lines().stream().limit(room).forEach(it -> lines.add(painted(paint, Tone.PLAIN, it, width)));
        if (!content.footer().isEmpty()) {
            lines.add(painted(paint, Tone.FAINT, content.footer(), width));
        }
        lines.add(painted(paint, Tone.NOTABLE, ours(content, content.lines().size() - room), width));
        return lines;
    }

    private static String ours(PanelContent content, int beyond) {
        String more = beyond > 0 ? "; " + beyond + " more lines do not fit" : "";
        return "Keys go to " + content.source() + "; Esc closes this" + more;
    }

    private static String painted(Paint paint, Tone tone, String text, int width) {
        String line = PlainText.of(text).replace("\t", TAB).replace('\n', ' ');
        AttributedString shown = new AttributedString(line);
        return paint.of(List.of(new Span(
                tone,
                shown.columnLength() <= width
                        ? line
                        : shown.columnSubSequence(0, width).toString())));
    }
}
