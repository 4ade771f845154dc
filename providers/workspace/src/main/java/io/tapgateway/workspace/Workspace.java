package io.tapgateway.workspace;

import io.tapgateway.programs.SystemProgramThread;
import io.tapgateway.protocol.message.SessionLifecycle;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.ProviderBuilder;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GuardView;
import io.tapgateway.runtime.SessionHostEvent;
import io.tapgateway.transport.local.LocalProviderTransport;
import io.tapgateway.workspace.checkpoint.Checkpoints;
import io.tapgateway.workspace.files.Roots;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The workspace of one session, and the provider that stands for it there: with its tools an agent reads and changes
 * files below some directories and runs commands in the first of them. Nothing outside of the directories is reached by
 * the tools for files (F-003 ff.); a command has the rights of the user. When the session ends, commands end with it.
 * Thread-safe.
 *
 * <pre>{@code
 * Workspace workspace = Workspace.attach(gateway, session.info().id(), WorkspaceSettings.of(directory));
 * }</pre>
 */
public final class Workspace implements AutoCloseable {
    /** The name of the provider. */
    public static final String PROVIDER = "workspace";

    /** Tools that show what is in files. */
    private static final Set<String> READING =
            Set.of(FileTools.READ, FileTools.READ_FILES, SearchTools.GREP, SearchTools.SEARCH_FILES);

    private final SystemProgramThread thread;
    private final ShellCommands commands;
    private final Roots roots;
    private final Optional<Checkpoints> checkpoints;

    private Workspace(
            SystemProgramThread thread, ShellCommands commands, Roots roots, Optional<Checkpoints> checkpoints) {
        this.thread = thread;
        this.commands = commands;
        this.roots = roots;
        this.checkpoints = checkpoints;
    }

    /**
     * Attaches a workspace to a session.
     *
     * @throws IOException if one of the directories is not there
     * @throws IllegalArgumentException if the directories are none of a workspace; the message is a sentence
     */
    public static Workspace attach(Gateway gateway, SessionId session, WorkspaceSettings settings) throws IOException {
        Roots roots = Roots.of(settings.directories(), settings.closed(), settings.force())
                .within(settings.allowed().below());
        SystemProgramThread thread = new SystemProgramThread("workspace-" + session);
        Optional<Checkpoints> checkpoints =
                settings.checkpointing().map(it -> it.store().of(session.value(), it.mode()));
        ShellCommands commands =
                new ShellCommands(thread, roots.first(), settings.environment(), new Changes(checkpoints));
        Workspace workspace = new Workspace(thread, commands, roots, checkpoints);
        BoundProvider attached = LocalProviderTransport.attach(
                gateway, session, workspace.provider(settings, () -> fileRules(gateway, session)));
        attached.whenEnded().whenComplete((nothing, failure) -> workspace.close());
        return workspace;
    }

    /** What a search may not show, since whoever reads files may not see it unasked. */
    private static FileRules fileRules(Gateway gateway, SessionId session) {
        List<GuardView> guards = gateway.guards(session);
        if (guards.isEmpty()) {
            return FileRules.NONE;
        }
        Optional<Path> directory = gateway.sessions().stream()
                .filter(it -> it.info().id().equals(session))
                .findFirst()
                .flatMap(it -> it.info().cwd());
        return FileRules.of(guards, READING, directory);
    }

    private Provider provider(WorkspaceSettings settings, Supplier<FileRules> rules) {
        ProviderBuilder provider = Provider.named(PROVIDER).startupContext(about());
        ToolApprovals approvals = new ToolApprovals(roots, settings.approval());
        FileTools files = new FileTools(roots, new Changes(checkpoints), approvals);
        SearchTools searches = new SearchTools(roots, rules, thread::nanos);
        switch (settings.tools()) {
            case MODERN -> {
                files.addTo(provider);
                searches.addTo(provider);
                TodoTool.addTo(provider);
                if (hasShell()) {
                    commands.addTo(provider, approvals);
                }
            }
            case ANYWHERE -> {
                files.addAnywhereTo(provider);
                searches.addAnywhereTo(provider);
            }
        }
        checkpoints.ifPresent(it -> follow(provider, it));
        return provider.build();
    }

    /** What the session finds is recorded when its first turn begins, and again when a turn is over (F-038). */
    private static void follow(ProviderBuilder provider, Checkpoints checkpoints) {
        provider.subscribe(SessionHostEvent.USER_MESSAGE, event -> {
                    var unused = checkpoints.prepare();
                })
                .onLifecycle(news -> {
                    if (news.state() == SessionLifecycle.State.IDLE) {
                        checkpoints.turnEnded();
                    }
                });
    }

    /** There is none on Windows (F-022). */
    private static boolean hasShell() {
        return File.separatorChar == '/';
    }

    private String about() {
        return "You work on files. The working directory is " + roots.first() + "; paths begin there."
                + " Read a file before you change it.";
    }

    /** The directories, without links; the first is the working directory. */
    public List<Path> directories() {
        return roots.all();
    }

    /** The checkpoints of the session, if it has any. */
    public Optional<Checkpoints> checkpoints() {
        return checkpoints;
    }

    /** Ends all commands. Does not wait; harmless to repeat. */
    @Override
    public void close() {
        thread.execute(() -> {
            commands.close();
            thread.closeOnce(commands::isQuiet);
        });
        checkpoints.ifPresent(Checkpoints::close);
    }

    /** After {@link #close()}: waits until all commands have ended. */
    public void awaitClosed(Duration atMost) {
        thread.awaitClosed(atMost);
    }
}
