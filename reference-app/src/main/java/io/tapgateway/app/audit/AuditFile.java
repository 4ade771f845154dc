package io.tapgateway.app.audit;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.PrivateFile;
import io.tapgateway.app.home.Problem;
import io.tapgateway.protocol.json.JsonValue;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lines of JSON in a file of the home that nobody else can read. When it is full it becomes the older of two, and the
 * one that was the older goes (G-044). Thread-safe.
 */
public final class AuditFile {
    /** How large each of the two can become, in bytes. */
    public static final int MAX_BYTES = 10 << 20;

    private static final Logger LOG = LoggerFactory.getLogger(AuditFile.class);

    private final Path newer;
    private final Path older;
    private final int maxBytes;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private boolean failed;

    private AuditFile(HomeDirectory home, int maxBytes) {
        this.newer = home.path().resolve("audit.jsonl");
        this.older = home.path().resolve("audit.1.jsonl");
        this.maxBytes = maxBytes;
    }

    /** That of a home. */
    public static AuditFile in(HomeDirectory home) {
        return new AuditFile(home, MAX_BYTES);
    }

    /** One that is full sooner. */
    static AuditFile in(HomeDirectory home, int maxBytes) {
        return new AuditFile(home, maxBytes);
    }

    /** Adds a line. Where that cannot be done, as on a full disk, the log says so once, and nobody is stopped. */
    public void add(AuditLine line) {
        byte[] bytes = (line.toJson() + "\n").getBytes(StandardCharsets.UTF_8);
        lock.lock();
        try {
            if (Files.exists(newer, LinkOption.NOFOLLOW_LINKS) && Files.size(newer) + bytes.length > maxBytes) {
                Files.move(newer, older, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            }
            PrivateFile.prepare(newer);
            Files.write(newer, bytes, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS);
            failed = false;
        } catch (IOException e) {
            if (!failed) {
                LOG.warn("{} cannot be written: who decides what is not recorded until it can", newer, e);
            }
            failed = true;
        } finally {
            lock.unlock();
        }
    }

    /**
     * The newest lines, oldest first; those that cannot be read are left out.
     *
     * @throws Problem if a file cannot be read
     */
    public List<JsonValue> last(int lines) throws Problem {
        List<JsonValue> all = new ArrayList<>();
        for (Path file : List.of(older, newer)) {
            if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                try {
                    Files.readString(file).lines().map(AuditLine::read).forEach(line -> line.ifPresent(all::add));
                } catch (IOException e) {
                    throw new Problem(file + " cannot be read; is it yours?");
                }
            }
        }
        return all.subList(Math.max(0, all.size() - lines), all.size());
    }
}
