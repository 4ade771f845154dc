package io.tapgateway.transport.ws.fuzz;

import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.FileRef;
import io.tapgateway.runtime.FileContent;
import io.tapgateway.runtime.core.kernel.FileRequest;
import io.tapgateway.runtime.file.ProviderFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Whatever path a provider claims, what it gets is a file of its own or nothing (T-31, T-32, D-152). The input is a
 * path, in which {@code @} stands for the directory of the provider and {@code ^} for the one above.
 */
public final class FileFuzz {
    private static final byte[] INSIDE = "inside".getBytes(StandardCharsets.UTF_8);
    private static final byte[] OUTSIDE = "secret".getBytes(StandardCharsets.UTF_8);
    private static final Path DIRECTORY = prepare();

    private FileFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        String path = new String(input, StandardCharsets.UTF_8)
                .replace("@", DIRECTORY.toString())
                .replace("^", DIRECTORY.getParent().toString());
        if (path.isEmpty()) {
            return;
        }
        FileRef claimed = new FileRef(path, "text/plain", INSIDE.length, OptionalLong.empty());
        Optional<FileContent> read = ProviderFiles.read(new FileRequest(new CallId("call"), DIRECTORY, claimed));
        read.ifPresent(content -> Checks.require(
                new String(content.bytes(), StandardCharsets.UTF_8).equals("inside"), "a file from outside"));
    }

    /** A file inside, one of the same length outside, and links from one to the other. */
    private static Path prepare() {
        try {
            Path above = Files.createTempDirectory("tap-fuzz").toRealPath();
            Path own = Files.createDirectories(above.resolve("own/d"));
            Path directory = above.resolve("own");
            Files.write(directory.resolve("f"), INSIDE);
            Files.write(own.resolve("f"), INSIDE);
            Files.write(above.resolve("s"), OUTSIDE);
            Files.createDirectories(above.resolve("own2"));
            Files.write(above.resolve("own2/f"), OUTSIDE);
            Files.createSymbolicLink(directory.resolve("l"), above.resolve("s"));
            Files.createSymbolicLink(directory.resolve("u"), above);
            Files.createSymbolicLink(directory.resolve("i"), directory.resolve("f"));
            above.toFile().deleteOnExit();
            return directory;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
