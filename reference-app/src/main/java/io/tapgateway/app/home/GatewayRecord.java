package io.tapgateway.app.home;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonText;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where a running gateway listens: the content of {@code gateway.json}. Immutable.
 *
 * @param started ISO-8601
 */
public record GatewayRecord(long pid, int port, int controlPort, String started, String version) {

    /** Where providers connect. */
    public String url() {
        return "ws://127.0.0.1:" + port + "/";
    }

    /** Where the owner's programs connect. */
    public String controlUrl() {
        return "http://127.0.0.1:" + controlPort + "/";
    }

    /** The content of the file. */
    public String toJson() {
        return new JsonText()
                .beginObject()
                .name("pid")
                .number(pid)
                .name("url")
                .string(url())
                .name("port")
                .number(port)
                .name("controlUrl")
                .string(controlUrl())
                .name("controlPort")
                .number(controlPort)
                .name("started")
                .string(started)
                .name("version")
                .string(version)
                .endObject()
                .finish();
    }

    /**
     * Reads the file.
     *
     * @return empty if there is none
     * @throws Problem if it cannot be read or understood
     */
    public static Optional<GatewayRecord> read(Path file) throws Problem {
        Optional<String> text = SecretFile.read(file);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            JsonValue json = JsonValue.parse(text.get());
            return Optional.of(new GatewayRecord(
                    number(json, "pid"),
                    (int) number(json, "port"),
                    (int) number(json, "controlPort"),
                    string(json, "started"),
                    string(json, "version")));
        } catch (MalformedJson | IllegalStateException e) {
            throw new Problem(file + " is damaged; stop the gateway that wrote it and remove the file.");
        }
    }

    private static long number(JsonValue json, String name) {
        return json.get(name)
                .filter(value -> value.kind() == JsonKind.NUMBER)
                .flatMap(JsonValue::asWholeNumber)
                .orElseThrow(() -> new IllegalStateException(name + " is missing"));
    }

    private static String string(JsonValue json, String name) {
        return json.get(name).map(JsonValue::asString).orElse("");
    }
}
