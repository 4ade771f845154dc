package io.tapgateway.app.service;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.annotations.VisibleForTesting;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A gateway that starts when its user logs in, and again when it has failed. A file that this program has not written
 * is left alone. Confined to the calling thread.
 */
public final class UserService {
    /** How a file says whose it is. */
    static final String MARK = "Written by 'tapgateway service install'; 'tapgateway service remove' takes it away.";

    private static final int PATIENCE_SECONDS = 60;

    private final ServiceSupervisor supervisor;
    private final Commands commands;

    @VisibleForTesting
    UserService(ServiceSupervisor supervisor, Commands commands) {
        this.supervisor = supervisor;
        this.commands = commands;
    }

    /**
     * The service of this user.
     *
     * @throws Problem if this system has no services that are known here
     */
    public static UserService ofThisUser() throws Problem {
        return new UserService(
                ServiceSupervisor.of(
                        System.getProperty("os.name", ""),
                        HomeDirectory.userHome().toAbsolutePath(),
                        System.getenv()),
                UserService::run);
    }

    /** Runs programs of the system. */
    @FunctionalInterface
    interface Commands {
        /** Returns what went wrong; empty if nothing did. */
        Optional<String> run(List<String> command) throws InterruptedException;
    }

    /** Where the system finds it. */
    public Path file() {
        return supervisor.file();
    }

    /** What is written there. */
    public String definition(ServiceProgram program) {
        return supervisor.definition(program);
    }

    /**
     * Writes the definition, and starts the service; one that runs already is stopped before, so that what runs is what
     * was written.
     *
     * @throws Problem if there is a file of somebody else, or the system does not start the service: then the file is
     *     there, and the sentence says how to go on
     */
    public void install(ServiceProgram program) throws Problem, InterruptedException {
        requireOurs();
        if (isThere()) {
            // Where the system does not know the service, there is nothing to stop.
            var unused = commands.run(supervisor.switchOff());
        }
        try {
            Files.createDirectories(file().toAbsolutePath().getParent());
            Files.writeString(file(), supervisor.definition(program));
        } catch (IOException e) {
            throw new Problem(file() + " cannot be written: " + e.getMessage());
        }
        for (List<String> command : supervisor.switchOn()) {
            Optional<String> failure = commands.run(command);
            if (failure.isPresent()) {
                throw new Problem("Wrote " + file() + ", but the service was not started: " + failure.get()
                        + ". In a session of yours that the system knows, run: "
                        + String.join(
                                " ",
                                supervisor.switchOn().get(supervisor.switchOn().size() - 1)));
            }
        }
    }

    /**
     * Stops the service, and deletes the definition.
     *
     * @return whether there was one
     * @throws Problem if it is somebody else's, or cannot be deleted
     */
    public boolean remove() throws Problem, InterruptedException {
        if (!isThere()) {
            return false;
        }
        requireOurs();
        // Where the system does not know the service, there is nothing to stop.
        var unused = commands.run(supervisor.switchOff());
        try {
            Files.deleteIfExists(file());
        } catch (IOException e) {
            throw new Problem(file() + " cannot be deleted: " + e.getMessage());
        }
        return true;
    }

    private boolean isThere() {
        return Files.exists(file(), LinkOption.NOFOLLOW_LINKS);
    }

    private void requireOurs() throws Problem {
        if (!isThere()) {
            return;
        }
        try {
            if (Files.isRegularFile(file(), LinkOption.NOFOLLOW_LINKS)
                    && Files.readString(file()).contains(MARK)) {
                return;
            }
        } catch (IOException e) {
            throw new Problem(file() + " cannot be read: " + e.getMessage());
        }
        throw new Problem(file() + " was not written by this program; move it away first.");
    }

    private static Optional<String> run(List<String> command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectInput(ProcessBuilder.Redirect.PIPE)
                    .start();
            process.getOutputStream().close();
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return Optional.of(command.get(0) + " does not end");
            }
            String said = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
            return process.exitValue() == 0
                    ? Optional.empty()
                    : Optional.of(
                            said.isEmpty()
                                    ? command.get(0) + " failed"
                                    : said.lines().findFirst().orElseThrow());
        } catch (IOException e) {
            return Optional.of("there is no " + command.get(0));
        }
    }
}
