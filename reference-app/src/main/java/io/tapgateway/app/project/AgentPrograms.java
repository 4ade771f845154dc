package io.tapgateway.app.project;

import io.tapgateway.app.home.Approvals;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.session.AppSessions;
import io.tapgateway.app.session.Latecomers;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.runtime.thread.DaemonThreads;
import io.tapgateway.user.Approval;
import io.tapgateway.user.ApprovalRequest;
import io.tapgateway.user.SessionUser;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Starts in the session of an agent what its directory brings along, if the user has approved that as it is. The person
 * at the session is asked otherwise, and the session goes on without (G-003). Thread-safe.
 */
public final class AgentPrograms {
    private static final String WHY = "The directory of the agent brings these programs along";

    /** How long the question waits for somebody who may answer it. */
    private static final Duration PATIENCE = Duration.ofHours(1);

    private final AppSessions sessions;
    private final ProjectPrograms programs;
    private final HomeDirectory home;
    private final Latecomers latecomers;

    private AgentPrograms(AppSessions sessions, Latecomers latecomers, ProjectPrograms programs, HomeDirectory home) {
        this.sessions = sessions;
        this.latecomers = latecomers;
        this.programs = programs;
        this.home = home;
    }

    /** Does so in all sessions to come. */
    public static void bringAlong(
            AppSessions sessions, Latecomers latecomers, ProjectPrograms programs, HomeDirectory home) {
        AgentPrograms agents = new AgentPrograms(sessions, latecomers, programs, home);
        sessions.whenAgentCame(agents::came);
    }

    private void came(AppSessions.Open session) {
        session.gateway()
                .info()
                .cwd()
                .filter(directory -> Files.exists(directory.resolve(ProjectConfig.NAME), LinkOption.NOFOLLOW_LINKS))
                .ifPresent(directory -> {
                    // What is approved may guard something: the agent may not be faster.
                    Latecomers.Wait wait = latecomers.begin(session, "The programs of " + directory);
                    inBackground(session, () -> begin(session, directory, wait));
                });
    }

    /** Files are read there, and programs waited for. */
    private void inBackground(AppSessions.Open session, Work work) {
        DaemonThreads.start("agent-programs", () -> {
            try {
                work.run();
            } catch (Problem e) {
                sessions.tell(id(session), e.sentence());
            }
        });
    }

    private interface Work {
        void run() throws Problem;
    }

    private void begin(AppSessions.Open session, Path directory, Latecomers.Wait wait) throws Problem {
        boolean started = false;
        try {
            ProjectConfig found = ProjectConfig.read(directory.resolve(ProjectConfig.NAME), directory);
            if (Approvals.in(home).contain(found.file(), found.sha256())) {
                var unused = programs.start(id(session), found);
                wait.until(found.programs().stream().map(ProgramSpec::name).collect(Collectors.toSet()));
                started = true;
            } else {
                ask(session, found);
            }
        } finally {
            if (!started) {
                wait.end();
            }
        }
    }

    private void ask(AppSessions.Open session, ProjectConfig found) {
        sessions.tell(
                id(session),
                found.file() + " would start " + String.join(", ", found.names())
                        + ", and you have not approved it as it is now: 'tapgateway connect AGENT' in its directory asks you.");
        JsonValue args = JsonValue.of(
                Map.of("file", found.file().toString(), "sha256", found.sha256(), "starts", ConfigText.lines(found)));
        ApprovalRequest request = new ApprovalRequest(
                        ProjectConfig.NAME,
                        SessionUser.GATEWAY,
                        args,
                        List.of(new ApprovalRequest.Source(SessionUser.GATEWAY, TrustLevel.INTERNAL, WHY)),
                        true)
                .withWaitFor(PATIENCE);
        var unused = session.host()
                .user()
                .approve(request)
                .answer()
                .thenAccept(answer -> inBackground(session, () -> answered(session, found, answer)));
    }

    private void answered(AppSessions.Open session, ProjectConfig found, Approval answer) throws Problem {
        if (answer.isApproved()) {
            Approvals.in(home).add(found.file(), found.sha256());
            var unused = programs.start(id(session), found);
        }
    }

    private static SessionId id(AppSessions.Open session) {
        return session.gateway().info().id();
    }
}
