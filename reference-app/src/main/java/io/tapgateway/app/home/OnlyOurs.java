package io.tapgateway.app.home;

import io.tapgateway.runtime.system.OwnerOnly;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Refuses what others than this user and those who administer the system may have written, and says how that is changed
 * (T-58). Stateless.
 */
public final class OnlyOurs {
    private OnlyOurs() {}

    /**
     * Looks at a file or directory, if it is there.
     *
     * @return the same path
     * @throws Problem if others may write to it, it belongs to another user, or nobody can tell
     */
    public static Path require(Path path) throws Problem {
        try {
            OwnerOnly rights = OwnerOnly.at(path);
            if (rights.mayBeWrittenByOthers(path)) {
                throw new Problem("Other users may write to " + path + ". See whether it is as you left it, and run: "
                        + rights.howToClose(path));
            }
            if (rights.isSomebodyElses(path)) {
                throw new Problem(path + " belongs to another user, who may change it. See whether it is what you want,"
                        + " and run: " + rights.howToOwn(path));
            }
        } catch (UnsupportedOperationException e) {
            throw new Problem("Who may have written " + path + " is not to be seen: " + e.getMessage()
                    + ". Keep it on another one.");
        } catch (IOException e) {
            // Whoever opens it says what is wrong.
            return path;
        }
        return path;
    }

    /** Whether users other than the owner may write there. */
    static boolean mayBeWrittenByOthers(Path path) throws IOException {
        return OwnerOnly.at(path).mayBeWrittenByOthers(path);
    }
}
