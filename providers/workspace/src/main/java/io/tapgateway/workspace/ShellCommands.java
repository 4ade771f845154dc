package io.tapgateway.workspace;

import io.tapgateway.programs.Command;
import io.tapgateway.programs.GuardedProcess;
import io.tapgateway.programs.ProgramEnvironment;
import io.tapgateway.programs.ProgramOutput;
import io.tapgateway.programs.StartedProgram;
import io.tapgateway.programs.SystemProgramThread;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.provider.ProviderBuilder;
import io.tapgateway.provider.Tool;
import io.tapgateway.provider.ToolFailure;
import io.tapgateway.provider.ToolInvocation;
import io.tapgateway.provider.schema.InvalidArguments;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.workspace.limits.WorkspaceLimits;
import io.tapgateway.workspace.model.CommandOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The commands of a session: each runs below a guard, which ends it with all it has started (F-022 ff.). Confined to
 * the thread, except for {@link #run} and what reads output.
 */
final class ShellCommands {
    static final String BASH = "bash";

    private static final Logger LOG = LoggerFactory.getLogger(ShellCommands.class);

    /** Where what was started holds the output open, nobody waits for it any longer. */
    private static final Duration LAST_OUTPUT = Duration.ofSeconds(1);

    private static final List<Path> PLACES = List.of(Path.of("/bin/bash"), Path.of("/usr/bin/bash"));

    private final SystemProgramThread thread;
    private final Changes changes;
    private final Path directory;
    private final Map<String, String> environment;
    private final String shell = PLACES.stream()
            .filter(Files::isExecutable)
            .findFirst()
            .map(Path::toString)
            .orElse("/bin/sh");
    private final Set<Run> running = new HashSet<>();
    private final Deque<Run> waiting = new ArrayDeque<>();
    private boolean closed;

    /**
     * @param directory where they run
     * @param environment of this process
     * @param changes lets them begin
     */
    ShellCommands(SystemProgramThread thread, Path directory, Map<String, String> environment, Changes changes) {
        this.changes = changes;
        this.thread = thread;
        this.directory = directory;
        this.environment = environment;
    }

    void addTo(ProviderBuilder provider, ToolApprovals approvals) {
        provider.tool(Tool.of(
                        BASH,
                        "Runs a command by a shell, in the working directory, without input. What is still running at its end,"
                                + " or when the time is over, is ended.",
                        Schema.object()
                                .required("command", Schema.string())
                                .optional(
                                        "timeout",
                                        Schema.integer()
                                                .describedAs("seconds; " + WorkspaceLimits.COMMAND_SECONDS
                                                        + ", at most " + WorkspaceLimits.COMMAND_MOST_SECONDS)),
                        call -> run(call, approvals))
                .timeout(Duration.ofSeconds(WorkspaceLimits.COMMAND_CALL_SECONDS)));
        provider.approval(BASH, approvals::ofCommand);
    }

    private CompletionStage<Map<String, Object>> run(ToolInvocation call, ToolApprovals approvals) {
        String command = call.stringArg("command");
        if (command.isBlank()
                || command.indexOf('\0') >= 0
                || command.getBytes(StandardCharsets.UTF_8).length > WorkspaceLimits.COMMAND_BYTES) {
            throw InvalidArguments.at("/command", "must have 1 to " + WorkspaceLimits.COMMAND_BYTES + " bytes");
        }
        int seconds = FileTools.bounded(
                call, "timeout", 1, WorkspaceLimits.COMMAND_MOST_SECONDS, WorkspaceLimits.COMMAND_SECONDS);
        approvals.requireCommand(call, command);
        changes.begin(call);
        Run run = new Run(call, command, Duration.ofSeconds(seconds));
        thread.execute(() -> enter(run));
        var unused = call.cancelled().thenRun(() -> thread.execute(() -> cancel(run)));
        return run.answer.whenComplete((result, failure) -> changes.end());
    }

    private void enter(Run run) {
        if (closed) {
            run.fail(ToolErrorCode.CANCELLED, "The session is ending.");
        } else if (running.size() < WorkspaceLimits.COMMANDS_AT_ONCE) {
            begin(run);
        } else if (waiting.size() < WorkspaceLimits.COMMANDS_WAITING) {
            waiting.add(run);
        } else {
            run.fail(
                    ToolErrorCode.INTERNAL,
                    WorkspaceLimits.COMMANDS_AT_ONCE + " commands run and " + WorkspaceLimits.COMMANDS_WAITING
                            + " wait already; try again when some have ended.");
        }
    }

    private void begin(Run run) {
        if (run.start()) {
            running.add(run);
        }
    }

    private void cancel(Run run) {
        if (waiting.remove(run)) {
            run.fail(ToolErrorCode.CANCELLED, "It was cancelled before it began.");
        }
        run.stop();
    }

    private void ended(Run run) {
        running.remove(run);
        if (!waiting.isEmpty() && running.size() < WorkspaceLimits.COMMANDS_AT_ONCE) {
            begin(waiting.remove());
        }
    }

    /** Ends all of them; on the thread. */
    void close() {
        closed = true;
        waiting.forEach(run -> run.fail(ToolErrorCode.CANCELLED, "The session is ending."));
        waiting.clear();
        running.forEach(Run::stop);
    }

    /** Whether nothing runs; on the thread. */
    boolean isQuiet() {
        return running.isEmpty();
    }

    /** One command. Confined to the thread. */
    private final class Run {
        private final String command;
        private final Duration limit;
        private final CompletableFuture<Map<String, Object>> answer = new CompletableFuture<>();
        private final Printed printed;
        private final long since = thread.nanos();
        private Optional<StartedProgram> program = Optional.empty();
        private boolean timedOut;
        private boolean over;

        private Run(ToolInvocation call, String command, Duration limit) {
            this.command = command;
            this.limit = limit;
            this.printed = new Printed(call);
        }

        private boolean start() {
            Command line = new Command(List.of(shell, "-c", command), directory, Map.of());
            try {
                StartedProgram started =
                        GuardedProcess.start(BASH, line, ProgramEnvironment.of(environment, line), printed);
                program = Optional.of(started);
                started.onEnd(code -> thread.execute(() -> exited(code)));
            } catch (IOException e) {
                LOG.warn("A command cannot be started", e);
                fail(ToolErrorCode.INTERNAL, "The command cannot be started; is the working directory still there?");
                return false;
            }
            thread.after(limit, () -> {
                timedOut |= !over;
                stop();
            });
            return true;
        }

        private void stop() {
            if (!over) {
                program.ifPresent(StartedProgram::stop);
            }
        }

        private void exited(int code) {
            over = true;
            ended(this);
            var unused = printed.closed
                    .copy()
                    .completeOnTimeout(null, LAST_OUTPUT.toMillis(), TimeUnit.MILLISECONDS)
                    .thenRun(() -> answer.complete(result(code)));
        }

        private Map<String, Object> result(int code) {
            Map<String, Object> result = new LinkedHashMap<>();
            result.put("exitCode", code);
            printed.into(result);
            result.put("durationMs", TimeUnit.NANOSECONDS.toMillis(thread.nanos() - since));
            result.put("timedOut", timedOut);
            return result;
        }

        private void fail(ToolErrorCode code, String why) {
            answer.completeExceptionally(new ToolFailure(code, why));
        }
    }

    /** What a command prints, and who is told of it. Thread-safe. */
    private static final class Printed implements ProgramOutput {
        private final ToolInvocation call;
        private final CompletableFuture<Void> closed = new CompletableFuture<>();
        private final ReentrantLock lock = new ReentrantLock();
        private final CommandOutput kept = new CommandOutput();
        private final CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE);
        private ByteBuffer rest = ByteBuffer.allocate(0);

        private Printed(ToolInvocation call) {
            this.call = call;
        }

        @Override
        public void write(byte[] bytes, int length) {
            ByteBuffer all = ByteBuffer.allocate(rest.remaining() + length)
                    .put(rest)
                    .put(bytes, 0, length)
                    .flip();
            CharBuffer text = CharBuffer.allocate(all.remaining() + 1);
            decoder.decode(all, text, false);
            rest = all;
            text.flip();
            lock.lock();
            try {
                kept.add(text);
            } finally {
                lock.unlock();
            }
            call.progress(text.toString());
        }

        @Override
        public void close() {
            closed.complete(null);
        }

        private void into(Map<String, Object> result) {
            lock.lock();
            try {
                kept.finish();
                result.put("output", kept.text());
                result.put("truncated", kept.isCut());
            } finally {
                lock.unlock();
            }
        }
    }
}
