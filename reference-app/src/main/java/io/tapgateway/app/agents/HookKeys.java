package io.tapgateway.app.agents;

import io.tapgateway.runtime.Secret;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * What hooks and the gateway know each other by: new with every start, worthless after it (G-020). Immutable.
 *
 * @param token what a hook shows; good for asking and nothing else
 * @param proof what answers begin with, so that another program at the port cannot give any
 */
public record HookKeys(Secret token, Secret proof) {
    private static final int RANDOM_BYTES = 32;

    /** New ones. */
    public static HookKeys generate() {
        SecureRandom random = new SecureRandom();
        return new HookKeys(secret(random, "hook-"), secret(random, "answer-"));
    }

    private static Secret secret(SecureRandom random, String prefix) {
        byte[] bytes = new byte[RANDOM_BYTES];
        random.nextBytes(bytes);
        return Secret.of(prefix + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    /**
     * The configuration with which curl asks; its first line, a comment, has the proof (G-021).
     *
     * @param controlPort where the gateway listens
     */
    public String toCurl(int controlPort) {
        return "# " + proof.reveal() + "\n"
                + "url = \"http://127.0.0.1:" + controlPort + "/\"\n"
                + "header = \"Authorization: Bearer " + token.reveal() + "\"\n"
                + "header = \"Content-Type: application/json\"\n"
                + "header = \"Expect:\"\n";
    }
}
