package io.tapgateway.programs;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * What a program finds in its environment: what programs need to run at all, and what whoever starts it says. The rest
 * of the gateway's own environment, where keys of all kinds lie, stays there (T-34). Immutable.
 */
public final class ProgramEnvironment {
    /** Whoever needs more says so. */
    static final Set<String> PASSED_ON =
            Set.of("PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "TMPDIR", "JAVA_HOME");

    private static final String LOCALE = "LC_";

    private ProgramEnvironment() {}

    /** The environment of a command that is started by a process with {@code own}. */
    public static Map<String, String> of(Map<String, String> own, Command command) {
        Map<String, String> environment = of(own, Set.of());
        environment.putAll(command.environment());
        return environment;
    }

    /** The environment of a program that is to have some more variables of the process that starts it. */
    public static Map<String, String> of(Map<String, String> own, Set<String> besides) {
        Map<String, String> environment = new HashMap<>();
        own.forEach((name, value) -> {
            if (PASSED_ON.contains(name) || name.startsWith(LOCALE) || besides.contains(name)) {
                environment.put(name, value);
            }
        });
        return environment;
    }
}
