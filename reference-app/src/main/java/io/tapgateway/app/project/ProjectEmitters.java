package io.tapgateway.app.project;

import io.tapgateway.app.home.Problem;
import io.tapgateway.app.session.AppSessions;
import io.tapgateway.emitters.EmitterSettings;
import io.tapgateway.emitters.Emitters;
import io.tapgateway.emitters.model.EmitterConfig;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.provider.ToolFailure;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.SessionInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The emitters of all sessions: attached to each if the user lets agents run commands, otherwise only to those for
 * which the user has approved a configuration that has some (T-34). Thread-safe.
 */
public final class ProjectEmitters implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ProjectEmitters.class);
    /** Longer than commands get to end. */
    private static final Duration FAREWELL = Duration.ofSeconds(9);

    private final Gateway gateway;
    private final AppSessions sessions;
    private final boolean agentCommands;
    private final Map<SessionId, Emitters> attached = new ConcurrentHashMap<>();

    /** @param agentCommands whether agents may start commands of their own, in every session */
    public ProjectEmitters(Gateway gateway, AppSessions sessions, boolean agentCommands) {
        this.gateway = gateway;
        this.sessions = sessions;
        this.agentCommands = agentCommands;
        if (agentCommands) {
            sessions.whenOpened(this::attach);
        }
        sessions.whenEnded(this::detach);
    }

    /**
     * Starts what an approved configuration defines. It ends with the session.
     *
     * @throws Problem if something is in the way of it
     */
    void start(SessionId session, EmitterConfig approved) throws Problem {
        if (approved.isEmpty()) {
            return;
        }
        SessionInfo info = sessions.find(session.value())
                .orElseThrow(() -> new Problem("Session '" + session + "' has ended; open it again."))
                .gateway()
                .info();
        try {
            attach(info).start(approved).toCompletableFuture().get(FAREWELL.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new Problem(
                    e.getCause() instanceof ToolFailure failure
                            ? failure.reason()
                            : "The emitters cannot be started; see the log.");
        } catch (TimeoutException e) {
            throw new Problem("Starting emitters takes too long; is the machine busy? End the session, and try again.");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Problem("Interrupted.");
        }
    }

    /** Ends all of them, and waits for a few seconds until they have ended. Harmless to repeat. */
    @Override
    public void close() {
        List<Emitters> all = List.copyOf(attached.values());
        attached.clear();
        all.forEach(Emitters::close);
        all.forEach(emitters -> emitters.awaitClosed(FAREWELL));
    }

    private Emitters attach(SessionInfo info) {
        Emitters present = attached.get(info.id());
        if (present != null) {
            return present;
        }
        // A directory that is not there is none for commands; prompts need none.
        Optional<Path> workspace = info.cwd().filter(Files::isDirectory);
        Emitters fresh;
        try {
            fresh = Emitters.attach(gateway, info.id(), new EmitterSettings(workspace, agentCommands, System.getenv()));
        } catch (IOException e) {
            throw new IllegalStateException("The directory of the session has gone; open it again.", e);
        }
        attached.put(info.id(), fresh);
        if (sessions.find(info.id().value()).isEmpty()) {
            // It has ended meanwhile, and nobody else is going to notice.
            detach(info.id());
        }
        return fresh;
    }

    private void detach(SessionId session) {
        Emitters emitters = attached.remove(session);
        if (emitters != null) {
            LOG.debug("The emitters of session '{}' end with it", session);
            emitters.close();
        }
    }
}
