package io.tapgateway.mcp.session;

import io.tapgateway.mcp.protocol.ClientInfo;
import io.tapgateway.mcp.protocol.LineFraming;
import io.tapgateway.mcp.protocol.McpLimit;
import io.tapgateway.mcp.protocol.McpRevision;
import io.tapgateway.mcp.protocol.Reaction;
import io.tapgateway.mcp.protocol.RpcMessage;
import io.tapgateway.mcp.protocol.ServerConnection;
import io.tapgateway.runtime.GatewayClock;
import io.tapgateway.runtime.thread.DaemonThreads;
import io.tapgateway.runtime.thread.LineWriter;
import io.tapgateway.runtime.thread.SystemClock;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An MCP server for one agent over two streams, as a program has them that the agent starts: what it offers are the
 * tools of a session, whose host it is (M-010), or a guest (M-011). Thread-safe; one daemon thread reads, one writes.
 */
public final class StdioFace implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StdioFace.class);
    private static final int BUFFER_BYTES = 64 << 10;

    /** How long an agent that has said all it has to say may wait for answers; scripts end their input at once. */
    private static final Duration LAST_ANSWERS = Duration.ofSeconds(5);

    /** How long it may take to write what is left. */
    private static final Duration LAST_LINES = Duration.ofSeconds(1);

    private final InputStream in;
    private final LineWriter writer;
    private final AgentChannel channel;
    private final AgentPlace place;
    private final GatewayAccess gateway;
    private final GatewayClock clock;
    private final Duration patience;
    private final Reaction.Visitor<Boolean> actor = new Actor();
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile Optional<AgentService> service = Optional.empty();

    /**
     * @param in what the agent sends; not closed here, and read until it ends
     * @param out what the agent gets; nobody else may write to it
     */
    public StdioFace(InputStream in, OutputStream out, AgentPlace place, GatewayAccess gateway) {
        this(in, out, place, gateway, SystemClock.named("tap-mcp-timer"), AgentService.PATIENCE);
    }

    /** @param patience how long an agent waits for a gateway */
    StdioFace(
            InputStream in,
            OutputStream out,
            AgentPlace place,
            GatewayAccess gateway,
            GatewayClock clock,
            Duration patience) {
        this.in = in;
        this.writer = new LineWriter("tap-mcp-write", out, McpLimit.UNSENT_CHARACTERS.most(), this::close);
        this.channel =
                new AgentChannel(new ServerConnection(FaceProfile.of(place.settings())), new LineWire(writer), clock);
        this.place = place;
        this.gateway = gateway;
        this.clock = clock;
        this.patience = patience;
    }

    /** Begins to serve. */
    public StdioFace start() {
        writer.start();
        DaemonThreads.start("tap-mcp-read", this::read);
        return this;
    }

    /** Waits until the agent is gone: what it sends has ended, what it gets cannot be written, or this was closed. */
    public void awaitEnd() throws InterruptedException {
        ended.await();
        writer.awaitEnd(LAST_LINES);
    }

    private void read() {
        LineFraming lines = new LineFraming();
        byte[] buffer = new byte[BUFFER_BYTES];
        try {
            for (int length = in.read(buffer); length >= 0 && !isClosed(); length = in.read(buffer)) {
                for (RpcMessage message : lines.receive(buffer, length)) {
                    channel.receive(message).accept(actor);
                }
            }
            channel.awaitAnswers(LAST_ANSWERS);
        } catch (IOException | InterruptedException e) {
            LOG.debug("The agent is gone", e);
        } finally {
            close();
        }
    }

    private boolean isClosed() {
        return ended.getCount() == 0;
    }

    /** Gives the session back, and writes nothing more. Harmless to repeat. */
    @Override
    public void close() {
        ended.countDown();
        channel.farewell();
        service.ifPresent(AgentService::close);
        writer.close();
    }

    /** Does what the protocol demands, on the thread that reads. */
    private final class Actor implements Reaction.Visitor<Boolean> {
        @Override
        public Boolean onIgnore(Reaction.Ignore ignore) {
            return true;
        }

        @Override
        public Boolean onAnswer(Reaction.Answer answer) {
            return send(answer.text());
        }

        @Override
        public Boolean onReject(Reaction.Reject rejection) {
            return send(rejection.refusal().text());
        }

        @Override
        public Boolean onWelcome(Reaction.Welcome welcome) {
            send(welcome.text());
            var unused = open(welcome.client(), welcome.revision());
            return true;
        }

        /** An agent that does not introduce itself says with its first request who it is. */
        @Override
        public Boolean onServe(Reaction.Serve request) {
            service.orElseGet(() -> open(request.client(), McpRevision.R2026_07_28))
                    .serve(request.request(), request.ask());
            return true;
        }

        private AgentService open(ClientInfo client, McpRevision revision) {
            AgentService.Agent agent = new AgentService.Agent(
                    client,
                    revision,
                    AgentSessionInfo.of(
                            client,
                            place.cwd().map(Path::getFileName).map(Path::toString),
                            place.cwd(),
                            AgentSessionInfo.random()),
                    place.vague(),
                    place.window(),
                    place.guestOf(),
                    place.settings());
            AgentService begun = new AgentService(channel, gateway, agent, clock, patience);
            service = Optional.of(begun);
            begun.open();
            return begun;
        }

        @Override
        public Boolean onCancel(Reaction.Cancel cancel) {
            service.ifPresent(it -> it.cancel(cancel.request()));
            return true;
        }

        @Override
        public Boolean onReady(Reaction.Ready ready) {
            service.ifPresent(AgentService::ready);
            return true;
        }

        @Override
        public Boolean onConclude(Reaction.Conclude conclusion) {
            channel.conclude(conclusion);
            return true;
        }

        private Boolean send(String text) {
            writer.offer(text);
            return true;
        }
    }
}
