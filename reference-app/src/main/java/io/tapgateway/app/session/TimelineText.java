package io.tapgateway.app.session;

import io.tapgateway.protocol.json.Characters;
import io.tapgateway.runtime.text.ModelText;
import java.util.ArrayList;
import java.util.List;

/** Texts of any length in lines for the timeline, in which nothing is obeyed or hidden (T-29). Stateless. */
final class TimelineText {
    /** How long a line may be; at most 1 KiB of UTF-8. */
    static final int MAX_CHARS = 250;

    private TimelineText() {}

    static List<String> lines(String text) {
        return ModelText.clean(text)
                .replace('\t', ' ')
                .lines()
                .filter(line -> !line.isBlank())
                .flatMap(line -> pieces(line).stream())
                .toList();
    }

    /** At blanks, where there are any. */
    private static List<String> pieces(String line) {
        List<String> pieces = new ArrayList<>();
        String rest = line.stripTrailing();
        while (rest.length() > MAX_CHARS) {
            int blank = rest.lastIndexOf(' ', MAX_CHARS);
            int end = blank > 0 ? blank : Characters.end(rest, 0, MAX_CHARS);
            pieces.add(rest.substring(0, end));
            rest = rest.substring(end).stripLeading();
        }
        pieces.add(rest);
        return pieces;
    }
}
