package io.tapgateway.app.terminal;

import io.tapgateway.app.text.PlainText;
import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.model.Sha256;
import io.tapgateway.user.ApprovalRequest;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Stream;

/** A use of a tool that is too long to be shown, by what tells it from others (U-105). Stateless. */
final class LongArguments {
    private LongArguments() {}

    /** The path, if there is one, the size and the hash of the arguments, and those of what they would change. */
    static String named(ApprovalRequest request) {
        String path = Stream.of("path", "file_path")
                .map(request.args()::get)
                .flatMap(Optional::stream)
                .filter(it -> it.kind() == JsonKind.STRING)
                .map(it -> "path " + PlainText.ofJson(it.json()) + ", ")
                .findFirst()
                .orElse("");
        String diff = request.diff().map(it -> "; a diff of " + measured(it)).orElse("");
        return path + measured(request.args().json()) + diff;
    }

    private static String measured(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return bytes.length + " bytes, SHA-256 " + Sha256.hex(bytes);
    }
}
