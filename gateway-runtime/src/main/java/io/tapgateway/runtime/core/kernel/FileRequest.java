package io.tapgateway.runtime.core.kernel;

import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.FileRef;
import java.nio.file.Path;

/**
 * A file that is to be read for a call. Immutable.
 *
 * @param directory where it has to be, at whatever depth
 * @param file what a provider claims about it; its size is no more than allowed
 */
public record FileRequest(CallId call, Path directory, FileRef file) {}
