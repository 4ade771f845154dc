package io.tapgateway.mcp.session;

import io.tapgateway.mcp.protocol.EventJournal;
import io.tapgateway.mcp.protocol.HttpHead;
import io.tapgateway.mcp.protocol.Reaction;
import io.tapgateway.mcp.protocol.RpcMessage;
import java.util.Map;
import java.util.Set;

/** One session over HTTP: an agent that has introduced itself. Thread-safe. */
final class HttpFace implements AutoCloseable {
    static final int ACCEPTED = 202;

    private final AgentChannel channel;
    private final HttpWire wire;
    private final AgentService service;

    HttpFace(AgentChannel channel, HttpWire wire, AgentService service) {
        this.channel = channel;
        this.wire = wire;
        this.service = service;
    }

    /** A message has come. */
    void receive(RpcMessage message, HttpReply reply) {
        act(channel.receive(message), reply);
    }

    /** Does what its connection says is to be done. */
    void act(Reaction reaction, HttpReply reply) {
        wire.touch();
        var unused = reaction.accept(new Actor(reply));
    }

    /** Somebody wants to be told what belongs to no request, or to go on with a stream. */
    void listen(HttpHead head, HttpReply reply) {
        head.lastEvent()
                .flatMap(EventJournal.Mark::read)
                .ifPresentOrElse(place -> wire.resume(reply, place), () -> wire.listen(reply));
    }

    /** Whoever waits for that has hung up; without a handshake it does not want to know any more (M-016). */
    void lost(HttpReply reply) {
        wire.lost(reply).forEach(service::cancel);
    }

    void beat() {
        wire.beat();
    }

    /** For how long nobody has wanted anything, in nanoseconds. */
    long quiet() {
        return channel.isBusy() ? 0 : wire.quiet();
    }

    /** What its agent follows. */
    Set<String> followed() {
        return service.followed();
    }

    @Override
    public void close() {
        channel.farewell();
        wire.close();
        service.close();
    }

    /** Does what the protocol demands, and sees to it that the request is answered. */
    private final class Actor implements Reaction.Visitor<Boolean> {
        private final HttpReply reply;

        private Actor(HttpReply reply) {
            this.reply = reply;
        }

        @Override
        public Boolean onIgnore(Reaction.Ignore ignore) {
            return answer(ACCEPTED, "");
        }

        @Override
        public Boolean onAnswer(Reaction.Answer answer) {
            return answer(HttpWire.OK, answer.text());
        }

        @Override
        public Boolean onReject(Reaction.Reject rejection) {
            return answer(rejection.refusal().status(), rejection.refusal().text());
        }

        /** Not twice. */
        @Override
        public Boolean onWelcome(Reaction.Welcome welcome) {
            return answer(HttpWire.OK, welcome.text());
        }

        @Override
        public Boolean onServe(Reaction.Serve request) {
            wire.begin(request.request(), reply, request.ask().wantsReports());
            service.serve(request.request(), request.ask());
            return true;
        }

        @Override
        public Boolean onCancel(Reaction.Cancel cancel) {
            service.cancel(cancel.request());
            wire.abandon(cancel.request());
            return answer(ACCEPTED, "");
        }

        @Override
        public Boolean onReady(Reaction.Ready ready) {
            return answer(ACCEPTED, "");
        }

        @Override
        public Boolean onConclude(Reaction.Conclude conclusion) {
            channel.conclude(conclusion);
            return answer(ACCEPTED, "");
        }

        private boolean answer(int status, String text) {
            reply.answer(status, Map.of(), text);
            return true;
        }
    }
}
