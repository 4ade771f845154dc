package io.tapgateway.protocol.host;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonLimits;
import io.tapgateway.protocol.json.JsonText;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import java.util.Optional;

/**
 * What is said on a new connection before anything else: the host asks, the gateway proves that it knows the key, the
 * host proves the same, and only then either says anything about sessions (D-012). All are immutable.
 */
public sealed interface LinkGreeting {
    /** The only version there is. */
    int VERSION = 1;

    /** Longest text of a greeting, in characters. */
    int MAX_LENGTH = 1_024;

    /** The text of the frame. */
    String json();

    /**
     * The host's first word.
     *
     * @param nonce its own, fresh
     */
    record Hello(long version, String nonce) implements LinkGreeting {
        @Override
        public String json() {
            return begin("hello")
                    .name("version")
                    .number(version)
                    .name("nonce")
                    .string(nonce)
                    .endObject()
                    .finish();
        }

        /**
         * Reads one.
         *
         * @throws BrokenLink if the text is something else
         */
        public static Hello parse(String text) throws BrokenLink {
            JsonValue frame = read(text, "hello");
            return new Hello(number(frame, "version"), string(frame, "nonce"));
        }
    }

    /**
     * The gateway's answer.
     *
     * @param nonce its own, fresh
     * @param proof of {@link LinkProof.Side#GATEWAY}
     */
    record Challenge(String nonce, String proof) implements LinkGreeting {
        @Override
        public String json() {
            return begin("challenge")
                    .name("nonce")
                    .string(nonce)
                    .name("proof")
                    .string(proof)
                    .endObject()
                    .finish();
        }

        /**
         * Reads one.
         *
         * @throws BrokenLink if the text is something else
         */
        public static Challenge parse(String text) throws BrokenLink {
            JsonValue frame = read(text, "challenge");
            return new Challenge(string(frame, "nonce"), string(frame, "proof"));
        }
    }

    /**
     * The host's answer to a gateway that has proved itself.
     *
     * @param proof of {@link LinkProof.Side#HOST}
     * @param resume the link to go on with; empty for a new one
     */
    record Proof(String proof, Optional<Resumption> resume) implements LinkGreeting {
        @Override
        public String json() {
            JsonText out = begin("proof").name("proof").string(proof);
            resume.ifPresent(
                    it -> out.name("link").string(it.link()).name("heard").number(it.heard()));
            return out.endObject().finish();
        }

        /**
         * Reads one.
         *
         * @throws BrokenLink if the text is something else
         */
        public static Proof parse(String text) throws BrokenLink {
            JsonValue frame = read(text, "proof");
            Optional<Resumption> resume = frame.get("link").isEmpty()
                    ? Optional.empty()
                    : Optional.of(new Resumption(string(frame, "link"), number(frame, "heard")));
            return new Proof(string(frame, "proof"), resume);
        }
    }

    /**
     * A link that had a connection before.
     *
     * @param heard the number of the last thing that its host has heard
     */
    record Resumption(String link, long heard) {}

    /**
     * The link is there.
     *
     * @param link its name, to go on with it after the connection was lost
     * @param heard the number of the last thing that the gateway has heard on it
     * @param graceMillis how long its sessions outlive the connection
     * @param heartbeatMillis how often there is a sign of life, in both directions
     */
    record Welcome(String link, long heard, long graceMillis, long heartbeatMillis) implements LinkGreeting {
        @Override
        public String json() {
            return begin("welcome")
                    .name("link")
                    .string(link)
                    .name("heard")
                    .number(heard)
                    .name("graceMs")
                    .number(graceMillis)
                    .name("heartbeatMs")
                    .number(heartbeatMillis)
                    .endObject()
                    .finish();
        }

        /**
         * Reads what follows the host's proof.
         *
         * @return empty if it is {@link Gone}
         * @throws BrokenLink if the text is neither
         */
        public static Optional<Welcome> parse(String text) throws BrokenLink {
            JsonValue frame = read(text);
            if (string(frame, "type").equals("gone")) {
                return Optional.empty();
            }
            require(frame, "welcome");
            return Optional.of(new Welcome(
                    string(frame, "link"),
                    number(frame, "heard"),
                    number(frame, "graceMs"),
                    number(frame, "heartbeatMs")));
        }
    }

    /** The link to be resumed is over; its sessions are ending or have ended. */
    record Gone() implements LinkGreeting {
        @Override
        public String json() {
            return begin("gone").endObject().finish();
        }
    }

    private static JsonText begin(String type) {
        return new JsonText().beginObject().name("type").string(type);
    }

    private static JsonValue read(String text, String type) throws BrokenLink {
        JsonValue frame = read(text);
        require(frame, type);
        return frame;
    }

    private static JsonValue read(String text) throws BrokenLink {
        if (text.length() > MAX_LENGTH) {
            throw new BrokenLink("a greeting has more than " + MAX_LENGTH + " characters");
        }
        try {
            return JsonValue.parseObject(text, JsonLimits.UNAUTHENTICATED);
        } catch (MalformedJson e) {
            throw new BrokenLink("a greeting is not a JSON object: " + e.reason(), e);
        }
    }

    private static void require(JsonValue frame, String type) throws BrokenLink {
        if (!string(frame, "type").equals(type)) {
            throw new BrokenLink("the greeting should be a \"" + type + "\"");
        }
    }

    private static String string(JsonValue frame, String name) throws BrokenLink {
        return frame.get(name)
                .filter(it -> it.kind() == JsonKind.STRING)
                .map(JsonValue::asString)
                .orElseThrow(() -> new BrokenLink("a greeting has no \"" + name + "\""));
    }

    private static long number(JsonValue frame, String name) throws BrokenLink {
        return frame.get(name)
                .filter(it -> it.kind() == JsonKind.NUMBER)
                .flatMap(JsonValue::asWholeNumber)
                .filter(it -> it >= 0)
                .orElseThrow(() -> new BrokenLink("a greeting has no \"" + name + "\""));
    }
}
