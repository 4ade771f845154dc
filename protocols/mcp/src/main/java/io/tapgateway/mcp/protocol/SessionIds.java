package io.tapgateway.mcp.protocol;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Gives the ids of sessions over HTTP, and knows again those that it gave: they say by themselves what a session needs
 * to go on, so that none has to be remembered (M-015). Immutable.
 */
public final class SessionIds {
    /** How many random bytes an id has. */
    public static final int RANDOM_BYTES = 16;

    /** The shortest key, in bytes. */
    public static final int KEY_BYTES = 32;

    private static final String ALGORITHM = "HmacSHA256";
    private static final int LONGEST_CLIENT = 32;
    private static final int RANDOM_CHARACTERS = 22;
    private static final Pattern ID = Pattern.compile(
            "([A-Za-z0-9_-]{" + RANDOM_CHARACTERS + "})\\.([0-9-]{10})\\.([a-z0-9-]{0,32})\\.([A-Za-z0-9_-]{43})");

    private final SecretKeySpec key;

    /** @param key which nobody else knows */
    public SessionIds(byte[] key) {
        if (key.length < KEY_BYTES) {
            throw new IllegalArgumentException("A key has at least " + KEY_BYTES + " bytes, not " + key.length);
        }
        this.key = new SecretKeySpec(key, ALGORITHM);
    }

    /**
     * What an id says.
     *
     * @param random what tells sessions apart, in text
     * @param client what the client calls itself, in small letters, digits and {@code -}
     */
    public record Session(String random, McpRevision revision, String client) {}

    /**
     * What is said by the id of a new session.
     *
     * @param random {@link #RANDOM_BYTES} that nobody can guess
     */
    public static Session describe(byte[] random, McpRevision revision, String client) {
        String plain = client.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        return new Session(
                Base64.getUrlEncoder().withoutPadding().encodeToString(random),
                revision,
                plain.substring(0, Math.min(LONGEST_CLIENT, plain.length())));
    }

    /**
     * The id of a session.
     *
     * @param owner whose session it is; the id is good for nobody else
     */
    public String give(Session session, String owner) {
        String content = session.random() + "." + session.revision().label() + "." + session.client();
        return content + "." + seal(content, owner);
    }

    /** What tells the session of an id apart, if it is one: whoever has made it. */
    public static String random(String id) {
        return id.substring(0, Math.min(RANDOM_CHARACTERS, id.length()));
    }

    /** Reads an id; empty if it was not given to that owner. */
    public Optional<Session> read(String id, String owner) {
        Matcher parts = ID.matcher(id);
        if (!parts.matches()) {
            return Optional.empty();
        }
        String content = id.substring(0, parts.start(4) - 1);
        boolean genuine = MessageDigest.isEqual(bytes(seal(content, owner)), bytes(parts.group(4)));
        return genuine
                ? McpRevision.find(parts.group(2)).map(it -> new Session(parts.group(1), it, parts.group(3)))
                : Optional.empty();
    }

    private String seal(String content, String owner) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(mac.doFinal(bytes(content + "\n" + owner)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + ALGORITHM, e);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
