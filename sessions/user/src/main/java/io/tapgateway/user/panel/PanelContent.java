package io.tapgateway.user.panel;

import io.tapgateway.protocol.json.Characters;
import io.tapgateway.protocol.model.MayChange;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.user.text.EscapeSequences;
import java.util.List;

/**
 * What is drawn in a panel. Escape sequences of terminals are removed (Z-092), and what is longer than it may be is
 * cut (Z-093); surfaces clean all of it. Immutable.
 *
 * @param source whose it is, which surfaces say
 * @param title at most {@value #MOST_OF_TITLE} characters
 * @param lines at most {@value #MOST_LINES} of {@value #MOST_OF_LINE} characters
 * @param footer at most {@value #MOST_OF_TITLE} characters; may be empty
 */
@MayChange
public record PanelContent(ProviderName source, String title, List<String> lines, String footer) {
    /** How many lines are drawn at most. */
    public static final int MOST_LINES = 500;

    /** How many characters of a line are drawn at most. */
    public static final int MOST_OF_LINE = 1_000;

    /** How many characters of a title or a footer are drawn at most. */
    public static final int MOST_OF_TITLE = 200;

    /** Removes escape sequences, and cuts what is too long. */
    public PanelContent {
        title = beginning(title, MOST_OF_TITLE);
        lines = lines.stream()
                .limit(MOST_LINES)
                .map(it -> beginning(it, MOST_OF_LINE))
                .toList();
        footer = beginning(footer, MOST_OF_TITLE);
    }

    private static String beginning(String said, int most) {
        return Characters.beginning(EscapeSequences.removed(said), most);
    }

    /** The same owner's with another title. */
    public PanelContent withTitle(String other) {
        return new PanelContent(source, other, lines, footer);
    }
}
