package io.tapgateway.mcp.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.mcp.protocol.ClientAbilities;
import io.tapgateway.mcp.protocol.ListChange;
import io.tapgateway.mcp.protocol.McpLimit;
import io.tapgateway.mcp.protocol.McpLogLevel;
import io.tapgateway.mcp.protocol.NewsFilter;
import io.tapgateway.mcp.protocol.OpenRequest;
import io.tapgateway.mcp.protocol.Reaction;
import io.tapgateway.mcp.protocol.Retry;
import io.tapgateway.mcp.protocol.RpcAnswer;
import io.tapgateway.mcp.protocol.RpcError;
import io.tapgateway.mcp.protocol.RpcMessage;
import io.tapgateway.mcp.protocol.ServerConnection;
import io.tapgateway.mcp.protocol.ServerRequest;
import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ProgressAmount;
import io.tapgateway.runtime.CallProgress;
import io.tapgateway.runtime.GatewayClock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The connection to an agent: what is allowed to be said is decided and said in one go, so that no report follows its
 * result. Thread-safe.
 */
final class AgentChannel {
    private static final RpcAnswer UNKNOWN_STATE = RpcAnswer.refusing(
            RpcError.invalidParams(new JsonFault("/requestState", "is not of a request like this that waits")));

    private static final RpcAnswer TOO_MANY_STREAMS =
            RpcAnswer.refusing(RpcError.busy(McpLimit.OPEN_STREAMS.most() + " streams are open"));

    private final AgentWire wire;
    private final GatewayClock clock;
    private final ReentrantLock lock = new ReentrantLock();

    private final Condition answered = lock.newCondition();

    @GuardedBy("lock")
    private final ServerConnection connection;

    @GuardedBy("lock")
    private final AgentRounds rounds;

    /** What the agent was asked and has not answered, by its number. */
    @GuardedBy("lock")
    private final Map<Long, AgentQuery> asked = new HashMap<>();

    @GuardedBy("lock")
    private boolean closed;

    AgentChannel(ServerConnection connection, AgentWire wire, GatewayClock clock) {
        this.connection = connection;
        this.wire = wire;
        this.clock = clock;
        this.rounds = new AgentRounds(connection, wire);
    }

    /** What is to be done about a message. */
    Reaction receive(RpcMessage message) {
        return with(it -> it.receive(message));
    }

    /** Whether a request is still to be answered. */
    boolean isOpen(OpenRequest request) {
        return inRounds(it -> it.isOpen(request));
    }

    /** Whether the agent would get an answer to a request at once. */
    boolean isHeard(OpenRequest request) {
        lock.lock();
        try {
            return !closed && rounds.isHeard(request);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Answers a request; when it is made again, if the agent asks its person meanwhile.
     *
     * @return whether it was to be answered still
     */
    boolean answer(OpenRequest request, RpcAnswer answer) {
        Optional<OpenRequest> waiting = Optional.of(request);
        while (true) {
            String text = waiting.map(answer::text).orElse("");
            lock.lock();
            try {
                Optional<OpenRequest> now = rounds.now(request);
                if (now.equals(waiting)) {
                    return now.map(it -> answerNow(request, it, text)).orElseGet(() -> keep(request, answer));
                }
                waiting = now;
            } finally {
                lock.unlock();
            }
        }
    }

    /**
     * Answers a request with something that must get to the agent.
     *
     * @return false if the agent would not get it at once: then nothing is answered
     */
    boolean answerIfHeard(OpenRequest request, RpcAnswer answer) {
        Optional<OpenRequest> now = inRounds(it -> it.now(request));
        String text = now.map(answer::text).orElse("");
        lock.lock();
        try {
            boolean isHeard =
                    !closed && rounds.isHeard(request) && rounds.now(request).equals(now);
            return isHeard && answerNow(request, now.get(), text);
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private boolean answerNow(OpenRequest first, OpenRequest request, String text) {
        answered.signalAll();
        rounds.end(first);
        boolean due = connection.end(request);
        if (due) {
            wire.answer(request, text);
        }
        return due;
    }

    @GuardedBy("lock")
    private boolean keep(OpenRequest request, RpcAnswer answer) {
        rounds.keep(request, answer);
        return true;
    }

    /**
     * A request that the agent does not wait for any more.
     *
     * @return what it was at first, before it was made again
     */
    OpenRequest abandon(OpenRequest request) {
        return inRounds(it -> {
            answered.signalAll();
            return it.abandon(request);
        });
    }

    /** A request is made again, with what the agent has answered. */
    void resume(OpenRequest request, Retry retry) {
        Optional<Map<Long, Optional<JsonValue>>> answers = inRounds(it -> {
            answered.signalAll();
            return it.resume(request, retry, clock.nanos());
        });
        answers.ifPresentOrElse(all -> all.forEach(this::conclude), () -> answer(request, UNKNOWN_STATE));
    }

    /** Whether any request is still to be answered, be it after the agent has asked its person. */
    boolean isBusy() {
        return inRounds(it -> it.isBusy(clock.nanos()));
    }

    /** Waits until every request is answered, for so long. */
    void awaitAnswers(Duration patience) throws InterruptedException {
        long left = patience.toNanos();
        lock.lockInterruptibly();
        try {
            while (connection.isBusy() && left > 0) {
                left = answered.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    /** What the agent lets itself be asked for, whatever it waits for. */
    ClientAbilities abilities() {
        return with(ServerConnection::abilities);
    }

    /** What the agent lets itself be asked for while it waits for a request. */
    ClientAbilities abilities(OpenRequest request) {
        return with(it -> it.abilities(request));
    }

    /**
     * Asks the agent for something.
     *
     * @param request on whose way it is asked; where the agent listens, if empty. It is still to be answered, or the
     *     agent is not asked
     * @param asking what; empty if the agent does not take it
     * @param patience after which it is given up
     * @return empty if the agent is not asked
     */
    Optional<AgentQuery> ask(
            Optional<OpenRequest> request,
            Function<ServerConnection, Optional<ServerRequest>> asking,
            Duration patience) {
        lock.lock();
        try {
            boolean due = !closed && request.map(rounds::isOpen).orElse(true);
            Optional<ServerRequest> begun = due ? asking.apply(connection) : Optional.empty();
            if (begun.isEmpty()) {
                return Optional.empty();
            }
            AgentQuery query = new AgentQuery(begun.get().number(), request);
            if (!ask(query, begun.get())) {
                var unused = connection.giveUp(query.number());
                return Optional.empty();
            }
            asked.put(query.number(), query);
            query.limit(clock.wakeAt(clock.nanos() + patience.toNanos(), () -> withdraw(query)));
            return Optional.of(query);
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private boolean ask(AgentQuery query, ServerRequest question) {
        if (!connection.asksByAnswers()) {
            return say(query, question.text());
        }
        // The question is the answer of the request on whose way it is.
        answered.signalAll();
        return query.request()
                .filter(it -> rounds.ask(it, question, clock.nanos()))
                .isPresent();
    }

    @GuardedBy("lock")
    private boolean say(AgentQuery query, String text) {
        if (query.request().isPresent()) {
            return wire.ask(query.request().get(), text);
        }
        wire.announce(text);
        return true;
    }

    /** Does not want to know any more what the agent was asked. Harmless if it has answered. */
    void withdraw(AgentQuery query) {
        lock.lock();
        try {
            query.request().ifPresent(it -> rounds.withdraw(it, query.number()));
            Optional<String> withdrawal = connection.giveUp(query.number());
            if (withdrawal.isPresent() && !closed && !say(query, withdrawal.get())) {
                wire.log(withdrawal.get());
            }
        } finally {
            lock.unlock();
        }
        conclude(query.number(), Optional.empty());
    }

    /** The agent has answered what it was asked. */
    void conclude(Reaction.Conclude conclusion) {
        conclude(conclusion.request(), conclusion.result());
    }

    private void conclude(long number, Optional<JsonValue> result) {
        Optional<AgentQuery> query;
        lock.lock();
        try {
            query = Optional.ofNullable(asked.remove(number));
            var unused = connection.giveUp(number);
        } finally {
            lock.unlock();
        }
        query.ifPresent(it -> it.conclude(result));
    }

    /**
     * Tells the agent of such news for as long as a request is open.
     *
     * @return false if it does not want to know any more, or there is no way on which it would not miss them
     */
    boolean listen(OpenRequest request, NewsFilter news) {
        return with(it -> {
            Optional<String> first = it.listen(request, news);
            boolean heard = first.filter(text -> wire.ask(request, text)).isPresent();
            if (!heard && it.end(request)) {
                wire.answer(request, TOO_MANY_STREAMS.text(request));
            }
            return heard;
        });
    }

    /** Those who listen hear nothing more. */
    void farewell() {
        with(it -> {
            it.farewell().forEach(said -> said.on().ifPresent(on -> wire.answer(on, said.text())));
            return it;
        });
    }

    /** The agent is gone, and answers nothing any more. */
    void close() {
        List<AgentQuery> last;
        lock.lock();
        try {
            closed = true;
            last = List.copyOf(asked.values());
            asked.clear();
        } finally {
            lock.unlock();
        }
        last.forEach(it -> it.conclude(Optional.empty()));
    }

    /** Says that a request is under way, if the agent wants to know. */
    void progress(OpenRequest request) {
        progress(request, Optional.empty(), Optional.empty());
    }

    /** Passes on what is reported of a request, if the agent wants to know. */
    void progress(OpenRequest request, CallProgress report) {
        progress(request, Optional.of(report.text()).filter(it -> !it.isBlank()), report.amount());
    }

    private void progress(OpenRequest request, Optional<String> text, Optional<ProgressAmount> amount) {
        inRounds(it -> {
            it.progress(request, text, amount);
            return it;
        });
    }

    /** A list is another one, which the agent must not miss. */
    void changed(ListChange change) {
        say(it -> it.changed(change), wire::announce);
    }

    /** A resource that the agent follows is another one. */
    void resourceUpdated(String uri) {
        say(it -> it.resourceUpdated(uri), wire::log);
    }

    void log(McpLogLevel level, String source, String text) {
        say(it -> it.log(level, source, text), wire::log);
    }

    /** @param listener where is said what belongs to no request */
    private void say(Function<ServerConnection, List<ServerConnection.Said>> what, Consumer<String> listener) {
        with(it -> {
            for (ServerConnection.Said said : what.apply(it)) {
                said.on()
                        .ifPresentOrElse(
                                request -> wire.report(request, said.text()), () -> listener.accept(said.text()));
            }
            return it;
        });
    }

    private <T> T inRounds(Function<AgentRounds, T> use) {
        lock.lock();
        try {
            return use.apply(rounds);
        } finally {
            lock.unlock();
        }
    }

    private <T> T with(Function<ServerConnection, T> use) {
        lock.lock();
        try {
            return use.apply(connection);
        } finally {
            lock.unlock();
        }
    }
}
