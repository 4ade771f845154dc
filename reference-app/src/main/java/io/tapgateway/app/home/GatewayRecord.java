package io.tapgateway.app.home;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonText;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/**
 * Where a running gateway listens: the content of {@code gateway.json}. Immutable.
 *
 * @param process tells this gateway apart from a later process of the same number
 * @param started ISO-8601
 */
public record GatewayRecord(RunningProcess process, int port, int controlPort, String started, String version) {

    /** The number of the process. */
    public long pid() {
        return process.pid();
    }

    /** Where providers connect. */
    public String url() {
        return "ws://127.0.0.1:" + port + "/";
    }

    /** Where the owner's programs connect. */
    public String controlUrl() {
        return "http://127.0.0.1:" + controlPort + "/";
    }

    /**
     * The address that signs a browser in to the console. The code stands where browsers keep it from servers, and is used up by
     * the page.
     */
    public String consoleLink(String code) {
        return controlUrl() + "#sign-in=" + code;
    }

    /** The content of the file. */
    public String toJson() {
        JsonText json = new JsonText().beginObject().name("pid").number(pid());
        process.started().ifPresent(began -> json.name("processStarted").string(began.toString()));
        return json.name("url")
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
     * Reads the file of a gateway whose process runs; what one that was killed has left does not count.
     *
     * @throws Problem if it cannot be read or understood
     */
    public static Optional<GatewayRecord> ofLivingProcess(Path file) throws Problem {
        return read(file).filter(record -> record.process().isAlive());
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
                    new RunningProcess(number(json, "pid"), instant(json, "processStarted")),
                    (int) number(json, "port"),
                    (int) number(json, "controlPort"),
                    string(json, "started"),
                    string(json, "version")));
        } catch (MalformedJson | IllegalStateException | DateTimeParseException e) {
            throw new Problem(file + " is damaged; stop the gateway that wrote it and remove the file.");
        }
    }

    private static long number(JsonValue json, String name) {
        return json.get(name)
                .filter(value -> value.kind() == JsonKind.NUMBER)
                .flatMap(JsonValue::asWholeNumber)
                .orElseThrow(() -> new IllegalStateException(name + " is missing"));
    }

    private static Optional<Instant> instant(JsonValue json, String name) {
        return json.get(name).map(value -> Instant.parse(value.asString()));
    }

    private static String string(JsonValue json, String name) {
        return json.get(name).map(JsonValue::asString).orElse("");
    }
}
