package io.tapgateway.runtime.core.provider;

import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.model.Capability;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.FileResults;
import io.tapgateway.runtime.core.identity.Digests;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.kernel.Timers;
import io.tapgateway.runtime.core.session.SessionRegistry;
import io.tapgateway.runtime.core.state.Connection;
import io.tapgateway.runtime.core.state.Principal;
import io.tapgateway.runtime.core.state.Session;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Which directory is whose (D-153), and who waits for one to be made: it is there before {@code hello.ack} names it. Confined to
 * the loop.
 */
final class ProviderDirectories {
    private static final int DIGITS = 16;

    /**
     * What became of a directory.
     *
     * @param usable whether its provider may keep files there
     */
    record Prepared(Path directory, boolean usable) {}

    /** A {@code hello} that cannot be answered yet. */
    record Waiting(Connection connection, Hello hello, Path directory, Timers.Timer timer) {}

    private final Kernel kernel;
    private final SessionRegistry sessions;
    private final BiConsumer<Waiting, Prepared> onPrepared;
    private final Map<Connection, Waiting> waiting = new HashMap<>();

    /** @param onPrepared goes on with a {@code hello} */
    ProviderDirectories(Kernel kernel, SessionRegistry sessions, BiConsumer<Waiting, Prepared> onPrepared) {
        this.kernel = kernel;
        this.sessions = sessions;
        this.onPrepared = onPrepared;
    }

    /** The directory of who is about to be bound; empty if it is to have none. */
    Optional<Path> of(Principal principal, BindingPlan plan) {
        Optional<FileResults> files = kernel.policies().files();
        if (files.isEmpty() || !principal.trust().may(Capability.RETURN_FILES)) {
            return Optional.empty();
        }
        String name = plan.key().name();
        String whose =
                String.join("\n", project(principal, plan), principal.trust().name(), name);
        String digest = Digests.of(whose).substring(0, DIGITS);
        return Optional.of(files.get().base().resolve(digest + "-" + name));
    }

    /** What a directory outlives sessions for: the project that a provider works in, as far as one is known. */
    private String project(Principal principal, BindingPlan plan) {
        Optional<Session> home = principal.home().flatMap(sessions::find);
        if (plan.key().scope().isAll() && home.isEmpty()) {
            return SessionId.ALL.toString();
        }
        Session session = home.orElseGet(() -> plan.sessions().get(0));
        return session.info()
                .cwd()
                .map(directory -> "directory " + directory.normalize())
                .orElse("session " + session.id());
    }

    /** Has a directory made for a {@code hello}, which goes on when that is done, or has taken too long. */
    void prepare(Connection connection, Hello hello, Path directory) {
        Timers.Timer timer = kernel.after(Limit.FILE_READ, () -> prepared(connection, new Prepared(directory, false)));
        waiting.put(connection, new Waiting(connection, hello, directory, timer));
        kernel.effects().prepareDirectory(connection.id(), directory);
    }

    /** A directory is there, or cannot be. */
    void prepared(Connection connection, Prepared prepared) {
        Waiting hello = waiting.get(connection);
        if (hello != null && hello.directory.equals(prepared.directory)) {
            abandon(connection);
            onPrepared.accept(hello, prepared);
        }
    }

    /** A connection is gone. */
    void abandon(Connection connection) {
        Waiting hello = waiting.remove(connection);
        if (hello != null) {
            kernel.timers().cancel(hello.timer);
        }
    }
}
