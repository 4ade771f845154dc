package io.tapgateway.app.terminal;

import io.tapgateway.app.text.PlainText;
import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.stream.Stream;

/** Arguments that are too long to be shown, by what tells them from others (U-105). Stateless. */
final class LongArguments {
    private LongArguments() {}

    /** The path, if there is one, the size and the hash. */
    static String named(JsonValue args) {
        byte[] bytes = args.json().getBytes(StandardCharsets.UTF_8);
        String path = Stream.of("path", "file_path")
                .map(args::get)
                .flatMap(Optional::stream)
                .filter(it -> it.kind() == JsonKind.STRING)
                .map(it -> "path " + PlainText.ofJson(it.json()) + ", ")
                .findFirst()
                .orElse("");
        return path + bytes.length + " bytes, SHA-256 " + sha256(bytes);
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
