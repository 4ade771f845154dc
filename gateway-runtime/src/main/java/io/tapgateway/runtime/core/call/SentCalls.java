package io.tapgateway.runtime.core.call;

import io.tapgateway.protocol.codec.ToolContentReader;
import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.protocol.message.ToolCancel;
import io.tapgateway.protocol.message.ToolProgress;
import io.tapgateway.protocol.message.ToolResult;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.ContentBlock;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.FileRef;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.ToolContent;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.runtime.CallProgress;
import io.tapgateway.runtime.FileContent;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.runtime.core.connection.Complaints;
import io.tapgateway.runtime.core.kernel.DisplayText;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.session.HostFeed;
import io.tapgateway.runtime.core.state.Call;
import io.tapgateway.runtime.core.state.Connection;
import io.tapgateway.runtime.core.state.ProvidedTool;
import io.tapgateway.runtime.core.state.Registration;
import io.tapgateway.runtime.text.TokenText;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Calls that were sent to providers: sending, answers, progress, timeouts. Confined to the loop. */
public final class SentCalls {
    private static final String UNREADABLE =
            "the file could not be read: it must be a regular file in the provider's directory, of the size that was given";

    private final Kernel kernel;
    private final Complaints complaints;
    private final HostFeed feed;
    private final CallEnds ends;
    private final FileDesk files;
    private final InboundWindow inboundWindow;

    SentCalls(Kernel kernel, Complaints complaints, HostFeed feed, CallEnds ends, FileDesk files) {
        this.kernel = kernel;
        this.complaints = complaints;
        this.feed = feed;
        this.ends = ends;
        this.files = files;
        this.inboundWindow = new InboundWindow(kernel);
    }

    /** What a provider gets of a call. */
    static ToolCall message(Call call, JsonValue args) {
        return new ToolCall(
                call.id(),
                call.session().id(),
                call.tool().name(),
                args,
                call.options().traceParent(),
                Optional.empty(),
                call.options().additions());
    }

    /** Sends a call, whose place is taken. */
    void send(Call call, ProvidedTool target, JsonValue args) {
        Connection connection = target.connection();
        ToolCall message = message(call, args).withApproved(call.agreement().filesOf(call.owner()));
        kernel.timers().cancel(call.timer());
        call.send(target, kernel.now(), kernel.timers().at(kernel.now() + target.timeoutNanos(), () -> timeOut(call)));
        connection.sent(call);
        inboundWindow.open(connection);
        kernel.effects().send(connection.id(), message);
        if (kernel.effects().isObserved()) {
            kernel.effects()
                    .publish(new GatewayEvent.CallDispatched(
                            call.session().id(),
                            call.name(),
                            call.tool().name(),
                            target.presence().registration().identity(),
                            call.trace(kernel.now(), kernel.wall())));
        }
    }

    /** A provider answers. */
    public void result(Connection connection, ToolResult result) {
        Call call = connection.unanswered(result.id());
        if (call == null) {
            if (!connection.remembers(result.id())) {
                String text = "/id: no call of this id was sent to this provider";
                complaints.refuse(connection, result, ErrorCode.INVALID_JSON, text);
            }
        } else if (call.isLive()) {
            call.target().presence().completedCall(kernel.now());
            Optional<ToolOutcome> outcome = result.result().accept(new Answer(call));
            if (outcome.isPresent()) {
                ends.answer(call, outcome.get());
            }
        } else {
            ends.settle(call);
        }
    }

    /** What the host gets for an answer (D-146, D-147): nothing yet, if a file has to be read first. */
    private final class Answer implements ToolResult.Result.Visitor<Optional<ToolOutcome>> {
        private final Call call;

        private Answer(Call call) {
            this.call = call;
        }

        @Override
        public Optional<ToolOutcome> onData(ToolResult.Result.Data data) {
            Registration provider = call.target().presence().registration();
            // What this process itself says is not looked through.
            boolean own = provider.principal().trust() == TrustLevel.INTERNAL;
            JsonValue said = own ? data.data() : TokenText.blanked(data.data());
            return Optional.of(
                    provider.contribution().content() && ToolContentReader.isContent(said)
                            ? content(call, said)
                            : value(call, said));
        }

        @Override
        public Optional<ToolOutcome> onFile(ToolResult.Result.File file) {
            Optional<ToolOutcome.Failure> refusal = files.refusal(call, file.file());
            if (refusal.isPresent()) {
                reportFile(call, refusal.get());
            } else {
                read(call, file.file());
            }
            return refusal.map(Function.identity());
        }

        @Override
        public Optional<ToolOutcome> onFailure(ToolResult.Result.Failure failure) {
            Optional<ToolErrorCode> code = failure.errorCode().flatMap(ToolErrorCode::fromProvider);
            Optional<String> foreign =
                    code.isPresent() ? Optional.empty() : failure.errorCode().map(TokenText::blanked);
            String error =
                    TokenText.blanked(failure.error().or(failure::errorCode).orElse("the tool failed"));
            return Optional.of(
                    new ToolOutcome.Failure(code.orElse(ToolErrorCode.INTERNAL), error, failure.retryable(), foreign));
        }

        @Override
        public Optional<ToolOutcome> onMissing(ToolResult.Result.Missing missing) {
            return Optional.of(
                    ToolOutcome.failure(ToolErrorCode.INTERNAL, "the provider's result has neither data nor error"));
        }
    }

    /** Content, unless a block is not what it says; a value that the tool does not promise is left out (D-237). */
    private ToolOutcome content(Call call, JsonValue data) {
        ToolContent content;
        try {
            content = ToolContentReader.read(data);
        } catch (JsonFault fault) {
            return ToolOutcome.failure(
                    ToolErrorCode.INTERNAL,
                    "the provider's result is no proper content: /data" + fault.pointer() + ": " + fault.reason());
        }
        boolean broken = content.structured().map(it -> isBroken(call, it)).orElse(false);
        return new ToolOutcome.Content(broken ? content.asError() : content, provenance(call));
    }

    /** A value; one that the tool does not promise stays as a text that reports an error: it has run (M-032). */
    private ToolOutcome value(Call call, JsonValue data) {
        if (!isBroken(call, data)) {
            return new ToolOutcome.Success(data, provenance(call));
        }
        String text = JsonReader.TEXT.tryRead(data).orElseGet(data::json);
        return new ToolOutcome.Content(ToolContent.of(ContentBlock.text(text)).asError(), provenance(call));
    }

    private boolean isBroken(Call call, JsonValue value) {
        return call.target()
                .resultCheck(kernel.limits())
                .flatMap(check -> check.firstMismatch(value, kernel.stopwatch()))
                .isPresent();
    }

    private static ToolOutcome.Provenance provenance(Call call) {
        Registration provider = call.target().presence().registration();
        return new ToolOutcome.Provenance(
                provider.identity().name(), provider.principal().trust());
    }

    /** The provider's work ends here; the call stays live until the file has been read. */
    private void read(Call call, FileRef file) {
        ends.leave(call);
        call.read(kernel.after(
                Limit.FILE_READ, () -> ends.end(call, ToolErrorCode.INTERNAL, "reading the file took too long")));
        files.begin(call, file);
    }

    /** A file that a call was answered with was read, or could not be. */
    public void fileRead(CallId id, Optional<FileContent> content) {
        files.find(id)
                .ifPresent(call -> ends.answer(
                        call,
                        content.<ToolOutcome>map(it -> new ToolOutcome.File(it, provenance(call)))
                                .orElseGet(() -> unreadable(call))));
    }

    private ToolOutcome unreadable(Call call) {
        ToolOutcome.Failure failure = ToolOutcome.failure(ToolErrorCode.INTERNAL, UNREADABLE);
        reportFile(call, failure);
        return failure;
    }

    /** Whoever wrote the provider finds out why its file came to nothing. */
    private void reportFile(Call call, ToolOutcome.Failure failure) {
        ErrorCode code = failure.code() == ToolErrorCode.UNAUTHORIZED ? ErrorCode.UNAUTHORIZED : ErrorCode.INVALID_JSON;
        complaints.report(call.target().connection(), call.id(), code, "/file: " + failure.error());
    }

    /**
     * A provider reports progress on a running call. It is shown cleaned, cut and within a rate; it has no other effect
     * (D-151).
     */
    public void progress(Connection connection, ToolProgress progress) {
        Call call = connection.unanswered(progress.id());
        if (call != null && call.isLive() && call.mayReport(kernel.limit(Limit.PROGRESS_PER_SECOND), kernel.now())) {
            String source = call.target().presence().registration().identity().toString();
            String text = DisplayText.line(progress.message(), kernel.limit(Limit.PROGRESS_MESSAGE));
            CallProgress report = new CallProgress(call.nextReport(), text, progress.amount());
            String shown = call.toolName() + ": " + report.line();
            feed.log(call.session(), TimelineEntry.Level.PROGRESS, source, shown, call.name());
            kernel.effects().report(call.receipt(), report);
        }
    }

    /** The answer to a call could not be read: the call fails with what was wrong, and the timeline tells (D-029). */
    public void failUnreadable(Call call, ToolErrorCode code, String text) {
        String line = call.toolName() + ": the result cannot be used, " + code + ": " + text;
        feed.log(call.session(), TimelineEntry.Level.WARNING, HostFeed.GATEWAY, line, call.name());
        ends.end(call, code, text);
    }

    private void timeOut(Call call) {
        String text = "no result within " + call.target().view().timeout().toMillis() + " ms";
        ends.abandon(call, ToolErrorCode.TIMEOUT, text, ToolCancel.Reason.TIMEOUT);
    }

    /**
     * A provider's binding ends: its live calls end with this code; abandoned ones only give back their place.
     *
     * @param code how live calls end
     */
    void drop(Connection connection, ToolErrorCode code, String text) {
        for (Call call : List.copyOf(connection.unanswered())) {
            if (call.isLive()) {
                ends.end(call, code, text);
            } else {
                ends.settle(call);
            }
        }
        inboundWindow.forget(connection);
    }
}
