package io.tapgateway.runtime.core.call;

import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.Capability;
import io.tapgateway.protocol.model.FileRef;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.runtime.FileResults;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.runtime.core.kernel.FileRequest;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.state.Call;
import io.tapgateway.runtime.core.state.Registration;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The files that calls were answered with: which may be read, and which are, outside of the loop (D-152, D-154).
 * Confined to the loop.
 */
final class FileDesk {
    private final Kernel kernel;
    private final Map<CallId, Call> reading = new HashMap<>();

    FileDesk(Kernel kernel) {
        this.kernel = kernel;
    }

    /** Why a call cannot have that file; empty if it is to be read. */
    Optional<ToolOutcome.Failure> refusal(Call call, FileRef file) {
        Registration provider = call.target().presence().registration();
        Optional<FileResults> files = kernel.policies().files();
        if (!provider.principal().trust().may(Capability.RETURN_FILES)) {
            return Optional.of(ToolOutcome.failure(ToolErrorCode.UNAUTHORIZED, "the provider may not return files"));
        } else if (files.isEmpty() || provider.directory().isEmpty()) {
            return failure("the provider has no directory for files at this gateway");
        } else if (!files.get().accepts(file.mimeType())) {
            return failure("files of this type are not accepted; the types are "
                    + String.join(
                            ", ", files.get().mimeTypes().stream().sorted().toList()));
        } else if (file.size() > kernel.limit(Limit.FILE_RESULT)) {
            return failure("the file is larger than " + kernel.limit(Limit.FILE_RESULT) + " bytes");
        } else if (reading.size() >= kernel.limit(Limit.FILE_READS)) {
            return failure("too many files are being read; try again");
        }
        return Optional.empty();
    }

    private static Optional<ToolOutcome.Failure> failure(String text) {
        return Optional.of(ToolOutcome.failure(ToolErrorCode.INTERNAL, text));
    }

    /** Has a file that was not refused read from the directory of the call's provider. */
    void begin(Call call, FileRef file) {
        Path directory = call.target().presence().registration().directory().orElseThrow();
        reading.put(call.id(), call);
        kernel.effects().readFile(new FileRequest(call.id(), directory, file));
    }

    /** The call that waits for a file, unless it has ended. */
    Optional<Call> find(CallId id) {
        return Optional.ofNullable(reading.get(id));
    }

    /** A call has ended: a file that is still read for it is ignored. */
    void forget(Call call) {
        reading.remove(call.id());
    }
}
