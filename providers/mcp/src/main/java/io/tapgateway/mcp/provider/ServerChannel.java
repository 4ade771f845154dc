package io.tapgateway.mcp.provider;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.mcp.protocol.ClientCall;
import io.tapgateway.mcp.protocol.ClientConnection;
import io.tapgateway.mcp.protocol.ClientProfile;
import io.tapgateway.mcp.protocol.ElicitationAnswer;
import io.tapgateway.mcp.protocol.McpLimit;
import io.tapgateway.mcp.protocol.OpenRequest;
import io.tapgateway.mcp.protocol.RpcMessage;
import io.tapgateway.mcp.protocol.ServerList;
import io.tapgateway.mcp.protocol.ServerNews;
import io.tapgateway.programs.ProgramThread;
import io.tapgateway.protocol.codec.ToolContentReader;
import io.tapgateway.protocol.json.Characters;
import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ProgressAmount;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.provider.ToolFailure;
import io.tapgateway.provider.ToolInvocation;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection to one server: calls go there, answers come back to those who wait for them, and what else the server
 * says goes to whoever looks after it (M-065). What may be said is decided and said in one go. Thread-safe; messages
 * are taken apart where the wire brings them.
 */
final class ServerChannel implements AutoCloseable, ServerWire.Receiver {
    /** How long a server may take to be done with a call that nobody waits for, as the gateway has it (D-143). */
    static final Duration CANCELLED_HOLD = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(ServerChannel.class);
    private static final int MOST_REASON = 1_000;

    private final String name;
    private final ServerWire wire;
    private final ProgramThread time;
    private final Consumer<ServerNews> news;
    private final Runnable silence;
    private final ServerNews.Visitor<Boolean> receiver;
    private final Map<Long, Waiting> waiting = new ConcurrentHashMap<>();

    /** A server that says over and over that a list has changed is heard once each time that it is asked for. */
    private final Set<ServerList> announced = ConcurrentHashMap.newKeySet();

    private final ChangedResources changedResources;

    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final ClientConnection connection;

    /** Whether nobody listens any more. */
    private volatile boolean broken;

    /**
     * @param news gets what is not about a call, where the wire brings it; it must not block
     * @param silence run there when the server says nothing more
     */
    ServerChannel(
            String name,
            ServerWire wire,
            ClientProfile client,
            ProgramThread time,
            Consumer<ServerNews> news,
            Runnable silence) {
        this.name = name;
        this.wire = wire;
        this.time = time;
        this.news = news;
        this.silence = silence;
        this.receiver = new Receiver();
        this.connection = new ClientConnection(client);
        this.changedResources = new ChangedResources(time, uri -> news.accept(new ServerNews.ResourceChanged(uri)));
    }

    /** Somebody who waits for the end of a call. Confined to the channel. */
    private static final class Waiting {
        private final ToolInvocation invocation;
        private final Function<JsonValue, Object> reading;
        private final CompletableFuture<Object> answer = new CompletableFuture<>();
        private final Pace reports;

        private Waiting(ToolInvocation invocation, Function<JsonValue, Object> reading, ProgramThread time) {
            this.invocation = invocation;
            this.reading = reading;
            this.reports = new Pace(time, Pace.OF_REPORTS);
        }

        private void report(String text) {
            if (!text.isBlank() && reports.isFree()) {
                invocation.progress(text);
            }
        }

        private void report(String text, ProgressAmount amount) {
            if (reports.isFree()) {
                invocation.progress(text, amount);
            }
        }
    }

    /** Begins to meet the server. */
    void start() {
        wire.begin(this);
        say(it -> Optional.of(it.begin(wire.opening())));
    }

    /** Goes on once it is met. */
    void send(String text) {
        wire.send(text);
    }

    /** Asks for a list; false if an earlier one of the kind is still under way. */
    boolean list(ServerList list) {
        announced.remove(list);
        return say(it -> it.list(list));
    }

    /** Gives up a list that does not come. */
    void forgetList(ServerList list) {
        with(it -> {
            it.forgetList(list);
            return it;
        });
    }

    /** Calls a tool by the server's name for it. */
    CompletionStage<Object> call(String tool, ToolInvocation invocation) {
        return ask(
                new Waiting(invocation, ServerChannel::content, time),
                it -> it.call(tool, invocation.args(), invocation.traceParent(), invocation.additions()));
    }

    /** Uses what the server has beside tools; the answer is as it says. */
    CompletionStage<Object> request(String method, Map<String, JsonValue> params, ToolInvocation invocation) {
        return ask(
                new Waiting(invocation, answer -> answer, time),
                it -> it.request(
                        method, out -> params.forEach(out::value), invocation.traceParent(), invocation.additions()));
    }

    /** Asks for something whose answer nobody waits for; it is forgotten soon. */
    void tell(String method, Map<String, JsonValue> params) {
        with(it -> it.request(method, out -> params.forEach(out::value), Optional.empty(), Optional.empty()))
                .ifPresent(sent -> {
                    wire.send(sent.text());
                    time.after(CANCELLED_HOLD, () -> with(it -> it.forget(sent.number())));
                });
    }

    /** Has a server that tells news only to who listens tell those of these resources, too. */
    void listen(Set<String> uris) {
        with(it -> {
            List<String> texts = it.listen(uris);
            texts.forEach(wire::send);
            return texts;
        });
    }

    /** Answers what the server wants of a person, if it still does. */
    void answer(OpenRequest request, ElicitationAnswer answer) {
        say(it -> it.answer(request, answer));
    }

    /** Refuses it, if the server still wants it. */
    void refuse(OpenRequest request, String why) {
        say(it -> it.refuse(request, why));
    }

    private CompletionStage<Object> ask(Waiting caller, Function<ClientConnection, Optional<ClientCall>> asking) {
        Optional<ClientCall> call = with(it -> {
            Optional<ClientCall> begun = asking.apply(it);
            begun.ifPresent(sent -> {
                waiting.put(sent.number(), caller);
                wire.send(sent.text());
            });
            return begun;
        });
        if (call.isEmpty()) {
            throw new ToolFailure(
                    ToolErrorCode.INTERNAL,
                    "The server is busy: " + McpLimit.REQUESTS_IN_FLIGHT.most() + " calls are under way already.",
                    true);
        }
        var unused =
                caller.invocation.cancelled().thenRun(() -> cancel(call.get().number()));
        return caller.answer;
    }

    private void cancel(long call) {
        if (say(it -> it.cancel(call, "the caller does not wait for it any more"))) {
            time.after(CANCELLED_HOLD, () -> forget(call));
        } else {
            with(it -> it.wanted(call)).forEach(it -> news.accept(new ServerNews.Withdrawn(it)));
            forget(call);
        }
    }

    private void forget(long call) {
        if (with(it -> it.forget(call))) {
            dropped(call);
        }
    }

    /** Nobody hears of it; the gateway has ended the call. */
    private void dropped(long call) {
        fail(call, new ToolFailure(ToolErrorCode.CANCELLED, "The call was cancelled."));
    }

    private void fail(long call, ToolFailure failure) {
        Waiting caller = waiting.remove(call);
        if (caller != null) {
            caller.answer.completeExceptionally(failure);
        }
    }

    @Override
    public boolean received(RpcMessage message) {
        if (!broken) {
            try {
                with(it -> it.receive(message)).accept(receiver);
            } catch (RuntimeException bug) {
                LOG.error("A bug in the connection to the MCP server {}", name, bug);
                broken("the gateway cannot go on with it; the log says more");
            }
        }
        return !broken;
    }

    @Override
    public void broken(String reason) {
        new ServerNews.Broken(reason).accept(receiver);
    }

    @Override
    public void silent() {
        silence.run();
    }

    /** Fails what is under way. */
    @Override
    public void close() {
        List.copyOf(waiting.keySet())
                .forEach(call -> fail(call, new ToolFailure(ToolErrorCode.INTERNAL, "The server has ended.", true)));
    }

    private boolean say(Function<ClientConnection, Optional<String>> what) {
        return with(it -> {
            Optional<String> text = what.apply(it);
            text.ifPresent(wire::send);
            return text.isPresent();
        });
    }

    private <T> T with(Function<ClientConnection, T> use) {
        lock.lock();
        try {
            return use.apply(connection);
        } finally {
            lock.unlock();
        }
    }

    /** A result as the gateway has it, be it one of an older server that leaves out what is empty (M-030). */
    private static Object content(JsonValue result) {
        Map<String, JsonValue> members = new LinkedHashMap<>(result.members());
        members.putIfAbsent("content", JsonValue.array(List.of()));
        return ToolContentReader.read(JsonValue.object(members));
    }

    /** A result, which may say of what the server was given that it is not good. */
    private JsonValue withoutSecrets(JsonValue result) {
        boolean failed = result.get("isError").filter(JsonValue.TRUE::equals).isPresent();
        return failed ? GivenSecrets.blanked(result, wire::blanked) : result;
    }

    /** Takes news apart, on the thread that reads. */
    private final class Receiver implements ServerNews.Visitor<Boolean> {
        private final Pace logs = new Pace(time, Pace.OF_EVENTS);
        private final Pace strays = new Pace(time, Pace.OF_REPORTS);

        private boolean pass(ServerNews other) {
            news.accept(other);
            return true;
        }

        @Override
        public Boolean onNothing(ServerNews.Nothing nothing) {
            return true;
        }

        @Override
        public Boolean onReply(ServerNews.Reply reply) {
            wire.send(reply.text());
            return true;
        }

        @Override
        public Boolean onResult(ServerNews.Result result) {
            Waiting caller = waiting.remove(result.call());
            if (caller != null) {
                try {
                    caller.answer.complete(caller.reading.apply(withoutSecrets(result.value())));
                } catch (JsonFault | IllegalStateException fault) {
                    caller.answer.completeExceptionally(new ToolFailure(
                            ToolErrorCode.INTERNAL,
                            "The server's answer is no result of a tool: " + fault.getMessage()));
                }
            }
            return true;
        }

        @Override
        public Boolean onFailure(ServerNews.Failure failure) {
            String reason = failure.reason().isBlank() ? "The server gives no reason." : wire.blanked(failure.reason());
            fail(failure.call(), new ToolFailure(ToolErrorCode.INTERNAL, Characters.beginning(reason, MOST_REASON)));
            return true;
        }

        @Override
        public Boolean onLate(ServerNews.Late late) {
            dropped(late.call());
            return true;
        }

        @Override
        public Boolean onProgress(ServerNews.Progress progress) {
            Waiting caller = waiting.get(progress.call());
            if (caller != null) {
                String text = wire.blanked(progress.text());
                progress.amount().ifPresentOrElse(it -> caller.report(text, it), () -> caller.report(text));
            }
            return true;
        }

        @Override
        public Boolean onMet(ServerNews.Met met) {
            return pass(met);
        }

        @Override
        public Boolean onListed(ServerNews.Listed list) {
            return pass(list);
        }

        @Override
        public Boolean onNotListed(ServerNews.NotListed failure) {
            return pass(new ServerNews.NotListed(failure.list(), wire.blanked(failure.reason())));
        }

        @Override
        public Boolean onListChanged(ServerNews.ListChanged change) {
            return !announced.addAll(change.lists()) || pass(change);
        }

        @Override
        public Boolean onResourceChanged(ServerNews.ResourceChanged change) {
            changedResources.add(change.uri());
            return true;
        }

        @Override
        public Boolean onLog(ServerNews.Log log) {
            if (logs.isFree()) {
                String text = wire.blanked(log.text());
                waiting.values().forEach(it -> it.report(text));
                pass(new ServerNews.Log(log.level(), text));
            }
            return true;
        }

        @Override
        public Boolean onAsked(ServerNews.Asked asked) {
            return pass(asked);
        }

        @Override
        public Boolean onInputRequired(ServerNews.InputRequired questions) {
            return pass(questions);
        }

        @Override
        public Boolean onWithdrawn(ServerNews.Withdrawn withdrawn) {
            return pass(withdrawn);
        }

        @Override
        public Boolean onStray(ServerNews.Stray stray) {
            return !strays.isFree() || pass(new ServerNews.Stray(wire.blanked(stray.beginning())));
        }

        @Override
        public Boolean onBroken(ServerNews.Broken why) {
            broken = true;
            return pass(new ServerNews.Broken(wire.blanked(why.reason())));
        }
    }
}
