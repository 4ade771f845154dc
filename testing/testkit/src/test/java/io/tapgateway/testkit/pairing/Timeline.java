package io.tapgateway.testkit.pairing;

import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.testkit.RecordingHost;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the user reads. */
final class Timeline {
    private static final Pattern CODE = Pattern.compile("Pairing code ([0-9]{6}) ");

    private Timeline() {}

    /** The codes that have been shown, oldest first. */
    static List<String> codes(RecordingHost host) {
        return host.timeline().stream()
                .filter(entry -> entry.level() == TimelineEntry.Level.PAIRING)
                .map(entry -> CODE.matcher(entry.text()))
                .filter(Matcher::find)
                .map(found -> found.group(1))
                .toList();
    }

    /** A code, but not that one. */
    static String unlike(String code) {
        return code.charAt(0) == '0' ? "1" + code.substring(1) : "0" + code.substring(1);
    }
}
