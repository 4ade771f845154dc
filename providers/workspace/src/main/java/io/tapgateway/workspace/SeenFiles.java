package io.tapgateway.workspace;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.protocol.model.Sha256;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.provider.ToolFailure;
import io.tapgateway.workspace.files.Located;
import io.tapgateway.workspace.limits.WorkspaceLimits;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Which files this session has read or written, and what was in them: no other is changed, and none that has changed
 * since (F-016). The oldest are forgotten. Thread-safe.
 */
final class SeenFiles {
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Map<Path, String> hashes = new LinkedHashMap<>();

    /** These bytes are in the file. */
    void saw(Located file, byte[] bytes) {
        String hash = Sha256.hex(bytes);
        lock.lock();
        try {
            hashes.remove(file.path());
            hashes.put(file.path(), hash);
            if (hashes.size() > WorkspaceLimits.FILES_SEEN) {
                hashes.remove(hashes.keySet().iterator().next());
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Holds what is in a file that is about to be changed against what was seen.
     *
     * @throws ToolFailure if it was not read, or has changed
     */
    void require(Located file, byte[] now) {
        String hash;
        lock.lock();
        try {
            hash = hashes.get(file.path());
        } finally {
            lock.unlock();
        }
        if (hash == null) {
            throw refused(file, "has not been read in this session; read it first");
        }
        if (!hash.equals(Sha256.hex(now))) {
            throw refused(file, "has changed since it was read; read it again");
        }
    }

    private static ToolFailure refused(Located file, String why) {
        return new ToolFailure(ToolErrorCode.INVALID_ARGUMENTS, "'" + file.shown() + "' " + why + ".");
    }
}
