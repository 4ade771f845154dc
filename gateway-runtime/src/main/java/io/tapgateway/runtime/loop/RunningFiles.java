package io.tapgateway.runtime.loop;

import io.tapgateway.runtime.FileContent;
import io.tapgateway.runtime.core.Input;
import io.tapgateway.runtime.core.PeerInput;
import io.tapgateway.runtime.core.kernel.ConnectionId;
import io.tapgateway.runtime.core.kernel.FileRequest;
import io.tapgateway.runtime.file.ProviderFiles;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does what the core wants done with files, outside of the loop, and brings back what became of it. Thread-safe. */
final class RunningFiles {
    private static final Logger LOG = LoggerFactory.getLogger(RunningFiles.class);

    private final Executor executor;
    private final Consumer<Input> loop;

    RunningFiles(Executor executor, Consumer<Input> loop) {
        this.executor = executor;
        this.loop = loop;
    }

    void read(FileRequest request) {
        executor.execute(() -> loop.accept(new PeerInput.FileRead(request.call(), content(request))));
    }

    void prepare(ConnectionId connection, Path directory) {
        executor.execute(
                () -> loop.accept(new PeerInput.DirectoryPrepared(connection, directory, prepared(directory))));
    }

    private static Optional<FileContent> content(FileRequest request) {
        try {
            return ProviderFiles.read(request);
        } catch (RuntimeException | Error bug) {
            LOG.error("a file of a provider could not be read", bug);
            return Optional.empty();
        }
    }

    private static boolean prepared(Path directory) {
        try {
            boolean usable = ProviderFiles.prepare(directory);
            if (!usable) {
                LOG.warn(
                        "{} cannot be used as the directory of a provider: it must be a directory, its owner's alone",
                        directory);
            }
            return usable;
        } catch (RuntimeException | Error bug) {
            LOG.error("a directory for a provider could not be made", bug);
            return false;
        }
    }
}
