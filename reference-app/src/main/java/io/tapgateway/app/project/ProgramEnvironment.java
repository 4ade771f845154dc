package io.tapgateway.app.project;

import io.tapgateway.runtime.Secret;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * What a program finds in its environment: what programs need to run at all, what the file says, and its token. The rest of
 * the gateway's own environment, where keys of all kinds lie, stays there (T-34). Immutable.
 */
final class ProgramEnvironment {
    /** Whoever needs more says so in the file. */
    static final Set<String> PASSED_ON =
            Set.of("PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "TMPDIR", "JAVA_HOME");

    private static final String LOCALE = "LC_";

    private ProgramEnvironment() {}

    static Map<String, String> of(Map<String, String> gateway, ProgramSpec program, String url, Secret token) {
        Map<String, String> environment = new HashMap<>();
        gateway.forEach((name, value) -> {
            if (PASSED_ON.contains(name) || name.startsWith(LOCALE)) {
                environment.put(name, value);
            }
        });
        environment.putAll(program.environment());
        environment.put("TAP_GATEWAY_URL", url);
        environment.put("TAP_PROVIDER_TOKEN", token.reveal());
        return environment;
    }
}
