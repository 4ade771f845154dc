package io.tapgateway.app.home;

import java.util.Optional;

/** Which version of the app this is. Immutable. */
public final class Version {
    private Version() {}

    /** From the jar; {@code dev} where the classes are not in one. */
    public static String current() {
        return Optional.ofNullable(Version.class.getPackage().getImplementationVersion())
                .orElse("dev");
    }
}
