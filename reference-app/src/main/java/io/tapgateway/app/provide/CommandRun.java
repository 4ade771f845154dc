package io.tapgateway.app.provide;

import io.tapgateway.emitters.model.LineSplitter;
import io.tapgateway.programs.Command;
import io.tapgateway.programs.GuardedProcess;
import io.tapgateway.programs.ProgramOutput;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.provider.ToolFailure;
import io.tapgateway.provider.ToolInvocation;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;

/**
 * One call that a command serves. The command reads the arguments as one line of JSON; what it prints is the result,
 * its lines on standard error are reports. It is stopped when the call is cancelled, has taken too long or has lost its
 * connection. Thread-safe: each output belongs to the thread that reads it until both have ended.
 */
final class CommandRun {
    private final CommandTool tool;
    private final Printed printed = new Printed();
    private final Complaints complaints;
    private final CompletableFuture<Integer> ended = new CompletableFuture<>();

    private CommandRun(CommandTool tool, ToolInvocation call, LongSupplier nanos) {
        this.tool = tool;
        this.complaints = new Complaints(call, nanos);
    }

    /**
     * Starts the command of a call.
     *
     * @throws io.tapgateway.provider.schema.InvalidArguments if it cannot be made of the arguments
     * @throws ToolFailure if it cannot be started
     */
    static CommandRun start(
            CommandTool tool, Map<String, String> environment, ToolInvocation call, LongSupplier nanos) {
        CommandRun run = new CommandRun(tool, call, nanos);
        Command command =
                new Command(tool.template().fill(call.args()), tool.command().directory(), environment);
        try {
            GuardedProcess program = GuardedProcess.start(
                    tool.name(), command, environment, line(call.args()), run.printed, run.complaints);
            program.onEnd(run.ended::complete);
            var unused = call.cancelled().thenRun(program::stop);
        } catch (IOException e) {
            throw new ToolFailure(ToolErrorCode.INTERNAL, "The command cannot be started.");
        }
        return run;
    }

    /** What the tool answers, once the command has ended and all it has printed is read. */
    CompletionStage<Object> result() {
        return CompletableFuture.allOf(ended, printed.closed, complaints.closed).thenApply(nothing -> answer());
    }

    /** Line breaks stand between the values of a JSON text, and mean nothing there. */
    private static String line(JsonValue arguments) {
        return arguments.json().replace('\r', ' ').replace('\n', ' ');
    }

    private Object answer() {
        int code = ended.join();
        if (code != 0) {
            String last = complaints.last.isEmpty() ? printed.last.text() : complaints.last.text();
            throw new ToolFailure(
                    ToolErrorCode.INTERNAL,
                    "The command has ended with exit code " + code + (last.isEmpty() ? "." : ":\n" + last));
        }
        String text = printed.text();
        try {
            return tool.json() ? JsonValue.parse(text) : text;
        } catch (MalformedJson e) {
            return text;
        }
    }

    /** What is printed, as far as it is a result. */
    private static final class Printed implements ProgramOutput {
        private final BoundedText text = new BoundedText(ProvideLimits.RESULT_BYTES);
        private final LastLines last = new LastLines();
        private final LineSplitter lines = new LineSplitter(last::add);
        private final CompletableFuture<Void> closed = new CompletableFuture<>();

        @Override
        public void write(byte[] bytes, int length) {
            text.add(bytes, length);
            lines.feed(bytes, length);
        }

        @Override
        public void close() {
            lines.end();
            closed.complete(null);
        }

        String text() {
            return text.toString();
        }
    }

    /** What is printed on standard error: reports, and what is told of a failure. */
    private static final class Complaints implements ProgramOutput {
        private final ToolInvocation call;
        private final LongSupplier nanos;
        private final LastLines last = new LastLines();
        private final LineSplitter lines = new LineSplitter(this::line);
        private final CompletableFuture<Void> closed = new CompletableFuture<>();
        private long quietUntil;

        Complaints(ToolInvocation call, LongSupplier nanos) {
            this.call = call;
            this.nanos = nanos;
            this.quietUntil = nanos.getAsLong();
        }

        private void line(String line) {
            last.add(line);
            long now = nanos.getAsLong();
            if (now - quietUntil >= 0) {
                quietUntil = now + ProvideLimits.REPORT_PAUSE.toNanos();
                call.progress(line);
            }
        }

        @Override
        public void write(byte[] bytes, int length) {
            lines.feed(bytes, length);
        }

        @Override
        public void close() {
            lines.end();
            closed.complete(null);
        }
    }
}
