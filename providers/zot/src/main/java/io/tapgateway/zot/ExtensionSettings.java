package io.tapgateway.zot;

import io.tapgateway.protocol.model.MayChange;
import java.time.Duration;
import java.util.Set;

/**
 * What the user, and never a manifest, has said about one extension. Immutable.
 *
 * @param failOpen whether what the extension does not decide about tools is allowed, as in zot (Z-067)
 * @param failClosed whether what it does not decide about turns and texts is denied
 * @param required whether no tool is used before the extension decides about that
 * @param toolTimeout how long a call of one of its tools may take, from 100 ms to 10 minutes (Z-053)
 * @param hello how long it may take until its first line, from 100 ms to 2 minutes (Z-029)
 * @param pass further variables of the gateway's environment that it finds in its own (Z-019)
 */
@MayChange
public record ExtensionSettings(
        boolean failOpen,
        boolean failClosed,
        boolean required,
        Duration toolTimeout,
        Duration hello,
        Set<String> pass) {
    /** How long a call may take where nothing else is said. */
    public static final Duration TOOL_TIMEOUT = Duration.ofSeconds(60);

    /** How long the first line may take where nothing else is said. */
    public static final Duration HELLO = Duration.ofSeconds(30);

    /** How long the first line may take, whatever else the program prints meanwhile. */
    public static final Duration LONGEST_HELLO = Duration.ofMinutes(2);

    /** The longest time for a call. */
    public static final Duration LONGEST_TOOL_TIMEOUT = Duration.ofMinutes(10);

    /** The shortest time that can be said. */
    public static final Duration SHORTEST = Duration.ofMillis(100);

    /** What holds where nothing is said. */
    public static final ExtensionSettings STANDARD =
            new ExtensionSettings(false, false, false, TOOL_TIMEOUT, HELLO, Set.of());

    /** @throws IllegalArgumentException if a time is out of its range */
    public ExtensionSettings {
        requireWithin("toolTimeout", toolTimeout, LONGEST_TOOL_TIMEOUT);
        requireWithin("hello", hello, LONGEST_HELLO);
        pass = Set.copyOf(pass);
    }

    private static void requireWithin(String what, Duration time, Duration longest) {
        if (time.compareTo(SHORTEST) < 0 || time.compareTo(longest) > 0) {
            throw new IllegalArgumentException(what + " must be from " + SHORTEST.toMillis() + " to "
                    + longest.toMillis() + " ms, not " + time.toMillis());
        }
    }

    /** These, and silence about tools allows. */
    public ExtensionSettings withFailOpen(boolean open) {
        return new ExtensionSettings(open, failClosed, required, toolTimeout, hello, pass);
    }

    /** These, and silence about turns and texts denies. */
    public ExtensionSettings withFailClosed(boolean closed) {
        return new ExtensionSettings(failOpen, closed, required, toolTimeout, hello, pass);
    }

    /** These, and no tool is used without the extension. */
    public ExtensionSettings withRequired(boolean needed) {
        return new ExtensionSettings(failOpen, failClosed, needed, toolTimeout, hello, pass);
    }

    /** These with other variables. */
    public ExtensionSettings withPass(Set<String> variables) {
        return new ExtensionSettings(failOpen, failClosed, required, toolTimeout, hello, variables);
    }
}
