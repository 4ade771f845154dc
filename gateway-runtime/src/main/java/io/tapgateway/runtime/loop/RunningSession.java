package io.tapgateway.runtime.loop;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.StreamAddress;
import io.tapgateway.protocol.model.StreamEntry;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionHostEvent;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.StreamView;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.runtime.core.Input;
import io.tapgateway.runtime.core.ReadModel;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/** One open session, as its host drives it: turns calls into inputs of the loop. Thread-safe. */
final class RunningSession implements GatewaySession {
    private final SessionInfo info;
    private final GatewayLoop loop;
    private final ReadModel readModel;
    private final Executor executor;
    private final CompletableFuture<Void> ended;

    RunningSession(
            SessionInfo info, GatewayLoop loop, ReadModel readModel, Executor executor, CompletableFuture<Void> ended) {
        this.info = info;
        this.loop = loop;
        this.readModel = readModel;
        this.executor = executor;
        this.ended = ended;
    }

    @Override
    public SessionInfo info() {
        return info;
    }

    @Override
    public List<RegisteredTool> tools() {
        return loop.ask(now -> readModel.tools(info.id()));
    }

    @Override
    public Optional<RegisteredTool> tool(String name) {
        return loop.ask(now -> readModel.tool(info.id(), name));
    }

    @Override
    public CompletionStage<ToolOutcome> callTool(String tool, JsonValue args) {
        if (args.kind() != JsonKind.OBJECT) {
            throw new IllegalArgumentException("the arguments of a tool must be a JSON object, not " + args.kind());
        }
        PendingCall call = new PendingCall(executor);
        if (ended.isDone()) {
            call.conclude(ToolOutcome.failure(ToolErrorCode.CANCELLED, "the session has ended"));
            call.flush();
        } else {
            loop.submit(new Input.ToolCalled(info.id(), tool, args, call));
        }
        return call.stage();
    }

    @Override
    public void publish(SessionHostEvent event) {
        submit(new Input.Published(info.id(), event));
    }

    @Override
    public void idle() {
        submit(new Input.Idled(info.id()));
    }

    @Override
    public void interrupt() {
        submit(new Input.Interrupted(info.id()));
    }

    /** A later session may have the same id: what is done to this one after its end must not reach it. */
    private void submit(Input input) {
        if (!ended.isDone()) {
            loop.submit(input);
        }
    }

    @Override
    public List<StreamView> streams() {
        return loop.ask(now -> readModel.streams(info.id()));
    }

    @Override
    public List<StreamEntry> stream(StreamAddress address, int last) {
        int most = (int) Limit.EVENTS_PER_STREAM.standard();
        if (last < 1 || last > most) {
            throw new IllegalArgumentException("last must be between 1 and " + most + ", not " + last);
        }
        return loop.ask(now -> readModel.stream(info.id(), address, last));
    }

    @Override
    public CompletionStage<Void> close() {
        submit(new Input.SessionClosing(info.id()));
        return ended.minimalCompletionStage();
    }
}
