package io.tapgateway.emitters;

import io.tapgateway.emitters.model.DefinitionReader;
import io.tapgateway.emitters.model.EmitterConfig;
import io.tapgateway.programs.SystemProgramThread;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.ProviderBuilder;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.transport.local.LocalProviderTransport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * The emitters of one session, and the provider that stands for them there. When the session ends, or the provider is
 * turned away, all of them end with everything that their commands have started (D-228). Thread-safe.
 *
 * <pre>{@code
 * Emitters emitters = Emitters.attach(
 *         gateway, session.info().id(), new EmitterSettings(Optional.of(workspace), true, System.getenv()));
 * }</pre>
 */
public final class Emitters implements AutoCloseable {
    /** The name of the provider: to others a stream is {@code name@emitters}. */
    public static final String PROVIDER = "emitters";

    private final SystemProgramThread thread;
    private final SessionEmitters session;

    private Emitters(SystemProgramThread thread, SessionEmitters session) {
        this.thread = thread;
        this.session = session;
    }

    /**
     * Attaches emitters to a session, with none running.
     *
     * @throws IOException if there is no such workspace
     */
    public static Emitters attach(Gateway gateway, SessionId session, EmitterSettings settings) throws IOException {
        Optional<Path> workspace = settings.workspace().isEmpty()
                ? Optional.empty()
                : Optional.of(settings.workspace().get().toRealPath());
        SystemProgramThread thread = new SystemProgramThread("emitters-" + session);
        SessionEmitters emitters = new SessionEmitters(thread, settings.environment());
        DefinitionReader reader = new DefinitionReader(workspace);
        ProviderBuilder provider = Provider.named(PROVIDER)
                .onBound(emitters::bound)
                .onShutdownAsync(ending -> emitters.atDesk(EmitterDesk::close).thenCompose(Function.identity()))
                .onError(emitters::fault);
        new EmitterTools(emitters, reader, settings.agentCommands()).addTo(provider);
        BoundProvider attached = LocalProviderTransport.attach(gateway, session, provider.build());
        Emitters all = new Emitters(thread, emitters);
        attached.whenEnded().whenComplete((nothing, failure) -> all.close());
        return all;
    }

    /**
     * Starts what a session begins with.
     *
     * @return fails with a {@link io.tapgateway.provider.ToolFailure} if something is in the way
     */
    public CompletionStage<Void> start(EmitterConfig config) {
        return session.begin(config);
    }

    /** Stops all emitters and leaves the session. Does not wait; harmless to repeat. */
    @Override
    public void close() {
        thread.execute(() -> {
            session.leave();
            thread.closeOnce(session::isQuiet);
        });
    }

    /** After {@link #close()}: waits until all commands have ended. */
    public void awaitClosed(Duration atMost) {
        thread.awaitClosed(atMost);
    }
}
