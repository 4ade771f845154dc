package io.tapgateway.workspace;

import io.tapgateway.programs.SystemProgramThread;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.ProviderBuilder;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.transport.local.LocalProviderTransport;
import io.tapgateway.workspace.files.Roots;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

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

    private final SystemProgramThread thread;
    private final ShellCommands commands;
    private final Roots roots;

    private Workspace(SystemProgramThread thread, ShellCommands commands, Roots roots) {
        this.thread = thread;
        this.commands = commands;
        this.roots = roots;
    }

    /**
     * Attaches a workspace to a session.
     *
     * @throws IOException if one of the directories is not there
     * @throws IllegalArgumentException if the directories are none of a workspace; the message is a sentence
     */
    public static Workspace attach(Gateway gateway, SessionId session, WorkspaceSettings settings) throws IOException {
        Roots roots = Roots.of(settings.directories(), settings.closed(), settings.force());
        SystemProgramThread thread = new SystemProgramThread("workspace-" + session);
        ShellCommands commands = new ShellCommands(thread, roots.first(), settings.environment());
        Workspace workspace = new Workspace(thread, commands, roots);
        BoundProvider attached = LocalProviderTransport.attach(gateway, session, workspace.provider(settings));
        attached.whenEnded().whenComplete((nothing, failure) -> workspace.close());
        return workspace;
    }

    private Provider provider(WorkspaceSettings settings) {
        ProviderBuilder provider = Provider.named(PROVIDER).startupContext(about());
        new FileTools(roots).addTo(provider);
        new SearchTools(roots, thread::nanos).addTo(provider);
        if (hasShell()) {
            commands.addTo(provider);
        }
        new ApprovalGate(roots, settings.approval()).addTo(provider);
        return provider.build();
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

    /** Ends all commands. Does not wait; harmless to repeat. */
    @Override
    public void close() {
        thread.execute(() -> {
            commands.close();
            thread.closeOnce(commands::isQuiet);
        });
    }

    /** After {@link #close()}: waits until all commands have ended. */
    public void awaitClosed(Duration atMost) {
        thread.awaitClosed(atMost);
    }
}
