package io.tapgateway.app.workspace;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.workspace.Workspace;
import io.tapgateway.workspace.WorkspaceSettings;
import io.tapgateway.workspace.checkpoint.CheckpointMode;
import io.tapgateway.workspace.checkpoint.CheckpointStore;
import io.tapgateway.workspace.checkpoint.Checkpoints;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which sessions work on files, and the stores of their checkpoints: one for all sessions of the same directories, in
 * the gateway's home. Thread-safe.
 */
public final class SessionWorkspaces implements AutoCloseable {
    private static final String STORES = "checkpoints";
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Gateway gateway;
    private final HomeDirectory home;
    private final Map<SessionId, Workspace> workspaces = new ConcurrentHashMap<>();
    private final Map<List<Path>, CheckpointStore> stores = new ConcurrentHashMap<>();

    public SessionWorkspaces(Gateway gateway, HomeDirectory home) {
        this.gateway = gateway;
        this.home = home;
    }

    /**
     * Lets a session work on files; that ends with the session.
     *
     * @param mode when checkpoints are made; never, if empty
     * @throws IOException if a directory cannot be read
     * @throws IllegalArgumentException if the directories are none for a workspace; the message is a sentence
     */
    public Workspace attach(SessionId session, WorkspaceSettings settings, Optional<CheckpointMode> mode)
            throws IOException {
        return attach(session, settings, mode, home.path().resolve(STORES));
    }

    /** The same where checkpoints are kept elsewhere. */
    private Workspace attach(SessionId session, WorkspaceSettings settings, Optional<CheckpointMode> mode, Path stores)
            throws IOException {
        WorkspaceSettings wanted = mode.isEmpty() ? settings : settings.recording(store(settings, stores), mode.get());
        Workspace workspace = Workspace.attach(gateway, session, wanted);
        workspaces.put(session, workspace);
        return workspace;
    }

    /**
     * The same where checkpoints are kept in the home of the person, who may have other gateways that work there.
     *
     * @param persons that home
     */
    public Workspace attach(
            SessionId session, WorkspaceSettings settings, Optional<CheckpointMode> mode, HomeDirectory persons)
            throws IOException {
        return attach(session, settings, mode, persons.path().resolve(STORES));
    }

    /** The session has ended. */
    public void forget(SessionId session) {
        workspaces.remove(session);
    }

    private CheckpointStore store(WorkspaceSettings settings, Path home) throws IOException {
        List<Path> directories = settings.directories();
        CheckpointStore open = stores.get(directories);
        if (open == null) {
            open = CheckpointStore.open(home, directories, settings.closed(), settings.force());
            stores.put(directories, open);
        }
        return open;
    }

    /** The checkpoints of a session; empty if it has no workspace, or none are made there. */
    public Optional<Checkpoints> checkpoints(SessionId session) {
        return Optional.ofNullable(workspaces.get(session)).flatMap(Workspace::checkpoints);
    }

    /** Ends all of them, and waits for an operation that runs. */
    @Override
    public void close() {
        workspaces.values().forEach(Workspace::close);
        stores.values().forEach(CheckpointStore::close);
        stores.values().forEach(store -> store.awaitClosed(PATIENCE));
    }
}
