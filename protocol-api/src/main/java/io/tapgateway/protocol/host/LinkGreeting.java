package io.tapgateway.protocol.host;

import static io.tapgateway.protocol.json.JsonReader.TEXT;

import io.tapgateway.protocol.json.JsonLimits;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonWriter;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

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
        /** Nothing else becomes part of what the gateway proves to somebody who has proved nothing. */
        private static final JsonReader<String> NONCE =
                TEXT.where(LinkProof::isNonce, "should be 32 bytes in base64url");

        @Override
        public String json() {
            return write("hello", out -> out.number("version", version).text("nonce", nonce));
        }

        /**
         * Reads one.
         *
         * @throws BrokenLink if the text is something else
         */
        public static Hello parse(String text) throws BrokenLink {
            return read(
                    text,
                    "hello",
                    in -> new Hello(in.required("version", LinkFrame.COUNT), in.required("nonce", NONCE)));
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
            return write("challenge", out -> out.text("nonce", nonce).text("proof", proof));
        }

        /**
         * Reads one.
         *
         * @throws BrokenLink if the text is something else
         */
        public static Challenge parse(String text) throws BrokenLink {
            return read(text, "challenge", in -> new Challenge(in.required("nonce", TEXT), in.required("proof", TEXT)));
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
            return write("proof", out -> {
                out.text("proof", proof);
                resume.ifPresent(it -> out.text("link", it.link()).number("heard", it.heard()));
            });
        }

        /**
         * Reads one.
         *
         * @throws BrokenLink if the text is something else
         */
        public static Proof parse(String text) throws BrokenLink {
            return read(
                    text,
                    "proof",
                    in -> new Proof(
                            in.required("proof", TEXT),
                            in.optional("link", TEXT)
                                    .map(link -> new Resumption(link, in.required("heard", LinkFrame.COUNT)))));
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
            return write(
                    "welcome",
                    out -> out.text("link", link)
                            .number("heard", heard)
                            .number("graceMs", graceMillis)
                            .number("heartbeatMs", heartbeatMillis));
        }

        /**
         * Reads what follows the host's proof.
         *
         * @return empty if it is {@link Gone}
         * @throws BrokenLink if the text is neither
         */
        public static Optional<Welcome> parse(String text) throws BrokenLink {
            return read(
                    text,
                    in -> type(in, "welcome", "gone").equals("gone")
                            ? Optional.empty()
                            : Optional.of(new Welcome(
                                    in.required("link", TEXT),
                                    in.required("heard", LinkFrame.COUNT),
                                    in.required("graceMs", LinkFrame.COUNT),
                                    in.required("heartbeatMs", LinkFrame.COUNT))));
        }
    }

    /** The link to be resumed is over; its sessions are ending or have ended. */
    record Gone() implements LinkGreeting {
        @Override
        public String json() {
            return write("gone", out -> {});
        }
    }

    private static String write(String type, Consumer<? super JsonWriter> members) {
        return JsonWriter.toText(out -> members.accept(out.text("type", type)));
    }

    private static <T> T read(String text, String type, Function<JsonObject, T> members) throws BrokenLink {
        return read(text, in -> {
            type(in, type);
            return members.apply(in);
        });
    }

    private static <T> T read(String text, Function<JsonObject, T> members) throws BrokenLink {
        if (text.length() > MAX_LENGTH) {
            throw new BrokenLink("a greeting has more than " + MAX_LENGTH + " characters");
        }
        return LinkFrame.read("a greeting", text, JsonLimits.UNAUTHENTICATED, members);
    }

    /** Which of the expected greetings it is; throws {@link io.tapgateway.protocol.json.JsonFault} if it is none. */
    private static String type(JsonObject in, String... expected) {
        List<String> known = List.of(expected);
        return in.required("type", TEXT.where(known::contains, "should be " + String.join(" or ", known)));
    }
}
