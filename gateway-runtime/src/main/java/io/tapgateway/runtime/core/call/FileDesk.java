package io.tapgateway.runtime.core.call;

import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.Capability;
import io.tapgateway.protocol.model.FileRef;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.runtime.FileContent;
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
import java.util.function.BiConsumer;

/**
 * Calls that were answered with a file: has it read outside of the loop, at once and completely, and waits so long and no
 * longer (D-152, D-154). Confined to the loop.
 */
final class FileDesk {
    private static final String UNREADABLE =
            "the file could not be read: it must be a regular file in the provider's directory, of the size that was given";

    private final Kernel kernel;
    private final BiConsumer<Call, ToolOutcome> onEnd;
    private final Map<CallId, Call> reading = new HashMap<>();

    /** @param onEnd ends a call that waited for its file */
    FileDesk(Kernel kernel, BiConsumer<Call, ToolOutcome> onEnd) {
        this.kernel = kernel;
        this.onEnd = onEnd;
    }

    /** Why a call cannot have that file; empty if it is to be read. */
    Optional<ToolOutcome> refusal(Call call, FileRef file) {
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

    private static Optional<ToolOutcome> failure(String text) {
        return Optional.of(ToolOutcome.failure(ToolErrorCode.INTERNAL, text));
    }

    /** Has the file of a call read, which nothing speaks against; its provider is done with it. */
    void begin(Call call, FileRef file) {
        Path directory = call.target().presence().registration().directory().orElseThrow();
        call.enter(Call.Stage.READING);
        call.setTimer(kernel.after(
                Limit.FILE_READ,
                () -> end(call, ToolOutcome.failure(ToolErrorCode.INTERNAL, "reading the file took too long"))));
        reading.put(call.id(), call);
        kernel.effects().readFile(new FileRequest(call.id(), directory, file));
    }

    /** The file of a call was read, or could not be; too late, if the call has ended. */
    void read(CallId id, Optional<FileContent> content) {
        Call call = reading.get(id);
        if (call != null) {
            ToolOutcome.Provenance provenance =
                    ResultReader.provenance(call.target().presence().registration());
            end(
                    call,
                    content.<ToolOutcome>map(it -> new ToolOutcome.File(it, provenance))
                            .orElseGet(() -> ToolOutcome.failure(ToolErrorCode.INTERNAL, UNREADABLE)));
        }
    }

    private void end(Call call, ToolOutcome outcome) {
        onEnd.accept(call, outcome);
    }

    /** A call has ended; whatever is still read for it is for nobody. */
    void drop(Call call) {
        if (call.stage() == Call.Stage.READING) {
            reading.remove(call.id());
        }
    }
}
