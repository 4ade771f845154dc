package io.tapgateway.app.home;

import java.io.IOException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which form the files of a home have. It stands in the file of the home's lock, since whoever holds that is the only
 * one who may change them. Homes of older versions are taken over; those of newer ones are left as they are. Stateless.
 */
final class HomeFormat {
    /** One more with each version that an older one would misread. */
    static final int CURRENT = 1;

    private static final Pattern WRITTEN = Pattern.compile("format (\\d{1,9}), last used by version (\\S{1,100})\\n");

    private HomeFormat() {}

    /**
     * Notes that this version uses the home.
     *
     * @throws Problem if a version has used it whose files this one does not know; nothing is changed then
     */
    static void claim(HomeDirectory home, HomeLock lock) throws Problem {
        try {
            String written = lock.read();
            Optional<Problem> newer = newer(home, written);
            if (newer.isPresent()) {
                throw newer.get();
            }
            String now = "format " + CURRENT + ", last used by version " + Version.current() + "\n";
            if (!written.equals(now)) {
                lock.write(now);
            }
        } catch (IOException e) {
            throw new Problem(home.path() + " cannot be claimed: " + PrivateDirectory.reason(e)
                    + "; choose another directory with --home.");
        }
    }

    /** A file that says nothing is of a version before there were formats. */
    private static Optional<Problem> newer(HomeDirectory home, String written) {
        Matcher parts = WRITTEN.matcher(written);
        if (!parts.matches() || Integer.parseInt(parts.group(1)) <= CURRENT) {
            return Optional.empty();
        }
        return Optional.of(new Problem(home.path() + " was last used by version " + parts.group(2)
                + ", which writes files that version " + Version.current()
                + " does not know. Use that version or a newer one,"
                + " give this one a home of its own with --home, or move the directory away."));
    }
}
