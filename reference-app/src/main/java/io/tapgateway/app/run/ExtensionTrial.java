package io.tapgateway.app.run;

import io.tapgateway.app.extension.ExtensionSource;
import io.tapgateway.app.extension.ExtensionStatus;
import io.tapgateway.app.extension.SessionExtensions;
import io.tapgateway.app.home.ClaimedHome;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.session.AppSessions;
import io.tapgateway.app.session.NewSession;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.zot.ExtensionView;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Starts extensions for a moment, in a session that nobody else can reach (Z-114). Stateless. */
public final class ExtensionTrial {
    private static final String SESSION = "trial";

    /** After so long without news nothing more is going to change. */
    private static final Duration QUIET = Duration.ofMillis(500);

    private ExtensionTrial() {}

    /**
     * Starts them, waits until each of them is ready or has failed, and ends them.
     *
     * @param directory of the session
     * @return how they were
     * @throws Problem if the home cannot be used, or the settings cannot be read
     */
    public static List<ExtensionStatus> run(HomeDirectory home, Path directory, ExtensionSource source)
            throws Problem, InterruptedException {
        var unused = ClaimedHome.prepare(home);
        SessionId session = new SessionId(SESSION);
        SystemTime nanos = new SystemTime();
        Gateway gateway = Gateway.builder().build();
        AppSessions sessions = new AppSessions(gateway, nanos);
        try (SessionExtensions extensions = new SessionExtensions(gateway, sessions, home, nanos)) {
            var opened = sessions.open(NewSession.of(SESSION, "Trial", Optional.of(directory)));
            Semaphore changes = new Semaphore(0);
            extensions.whenChanged(changed -> changes.release());
            var settled = extensions.start(opened.gateway().info().id(), source, "");
            settled.thenRun(changes::release);
            // Each has a time of its own until it must have said something (Z-029).
            while (!settled.toCompletableFuture().isDone() || isUndecided(extensions.all(session))) {
                changes.acquire();
            }
            // What is ready joins the session a moment later.
            while (changes.tryAcquire(QUIET.toMillis(), TimeUnit.MILLISECONDS)) {
                changes.drainPermits();
            }
            return extensions.all(session);
        } finally {
            gateway.closeNow();
        }
    }

    private static boolean isUndecided(List<ExtensionStatus> all) {
        return all.stream()
                .flatMap(it -> it.view().stream())
                .anyMatch(it -> it.state() == ExtensionView.State.STARTING);
    }
}
