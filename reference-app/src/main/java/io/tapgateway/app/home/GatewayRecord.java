package io.tapgateway.app.home;

import static io.tapgateway.protocol.json.JsonReader.TEXT;
import static io.tapgateway.protocol.json.JsonReader.WHOLE_NUMBER;

import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.runtime.system.RunningProcess;
import java.nio.file.Path;
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

    /** The content of the file. */
    public String toJson() {
        return JsonWriter.toText(out -> {
            process.write(out);
            out.text("url", url())
                    .number("port", port)
                    .text("controlUrl", controlUrl())
                    .number("controlPort", controlPort)
                    .text("started", started)
                    .text("version", version);
        });
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
            JsonObject in = JsonObject.of(JsonValue.parse(text.get()));
            return Optional.of(new GatewayRecord(
                    RunningProcess.read(in),
                    in.required("port", WHOLE_NUMBER).intValue(),
                    in.required("controlPort", WHOLE_NUMBER).intValue(),
                    in.optional("started", TEXT).orElse(""),
                    in.optional("version", TEXT).orElse("")));
        } catch (MalformedJson | JsonFault e) {
            throw new Problem(file + " is damaged; stop the gateway that wrote it and remove the file.");
        }
    }
}
