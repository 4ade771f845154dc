package io.tapgateway.provider;

import io.tapgateway.protocol.model.FileRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/** Files as results of tools (A/limits). Stateless. */
public final class ToolFile {
    private ToolFile() {}

    /**
     * A file as the result of a tool. It has to lie below {@link ToolInvocation#persistDir}, complete and closed, and
     * to stay as it is until the gateway has read it, which it does at once.
     *
     * @param mimeType what is in it, such as {@code image/png}; gateways accept some types and no others
     * @throws IOException if there is no such file
     */
    public static FileRef of(Path file, String mimeType) throws IOException {
        return new FileRef(file.toAbsolutePath().toString(), mimeType, Files.size(file), OptionalLong.empty());
    }
}
