package io.tapgateway.testkit;

import java.util.Locale;

/**
 * How thorough the build is that runs the tests: what every build does, what stands before a change is taken, or what
 * stands before a release.
 */
public enum Depth {
    QUICK,
    THOROUGH,
    RELEASE;

    /** The depth of this build; quick where nobody has said anything, as in an editor. */
    public static Depth current() {
        return valueOf(System.getProperty("tapgateway.depth", "quick").toUpperCase(Locale.ROOT));
    }

    /** One of three numbers. */
    public static int of(int quick, int thorough, int release) {
        return switch (current()) {
            case QUICK -> quick;
            case THOROUGH -> thorough;
            case RELEASE -> release;
        };
    }
}
