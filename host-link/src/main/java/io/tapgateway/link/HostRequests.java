package io.tapgateway.link;

import io.tapgateway.link.message.GatewayNotice.Answer;
import io.tapgateway.link.message.GatewayNotice.Refused;
import io.tapgateway.link.message.HostMessage;
import io.tapgateway.link.message.PromptJson;
import io.tapgateway.link.message.SessionJson;
import io.tapgateway.link.message.ToolJson;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.GatewaySession;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does what a host asks, in its own sessions. Called by one thread at a time. */
final class HostRequests implements HostMessage.Visitor<Boolean> {
    private static final Logger LOG = LoggerFactory.getLogger(HostRequests.class);

    private final HostLink link;
    private final HostLinks links;

    HostRequests(HostLink link, HostLinks links) {
        this.link = link;
        this.links = links;
    }

    /** A bug costs the one message, whose host is told if it waits for an answer. */
    void handle(HostMessage message) {
        message.accept(this);
    }

    @Override
    public Boolean onOpen(HostMessage.Open message) {
        SessionId id = message.info().id();
        LinkedHost host = new LinkedHost(id, message.pathArguments(), link);
        try {
            link.add(id, host, links.open(message.info(), host));
            link.say(new Answer(message.id(), JsonValue.EMPTY_OBJECT));
        } catch (IllegalStateException e) {
            LOG.debug("A host's session was refused", e);
            link.say(new Refused(message.id(), String.valueOf(e.getMessage())));
        }
        return true;
    }

    @Override
    public Boolean onCall(HostMessage.Call message) {
        return inSession(
                message.id(),
                message.session(),
                session -> link.answer(
                        message.id(),
                        (message.traceParent().isPresent()
                                        ? session.callTool(
                                                message.tool(),
                                                message.args(),
                                                message.traceParent().get())
                                        : session.callTool(message.tool(), message.args()))
                                .thenApply(ToolJson::outcome)));
    }

    @Override
    public Boolean onCheck(HostMessage.Check message) {
        return inSession(
                message.id(),
                message.session(),
                session -> link.answer(
                        message.id(),
                        session.preToolUse(message.tool(), message.args()).thenApply(ToolJson::decision)));
    }

    @Override
    public Boolean onAssemble(HostMessage.Assemble message) {
        return inSession(
                message.id(),
                message.session(),
                session -> link.answer(
                        message.id(),
                        (message.approved().isPresent()
                                        ? session.assemblePrompt(
                                                message.sections(),
                                                message.approved().get())
                                        : session.assemblePrompt(message.sections()))
                                .thenApply(PromptJson::assembly)));
    }

    @Override
    public Boolean onReserve(HostMessage.Reserve message) {
        return answered(message.id(), message.session(), session -> {
            session.reserveToolNames(message.names());
            return JsonValue.EMPTY_OBJECT;
        });
    }

    @Override
    public Boolean onAsk(HostMessage.Ask message) {
        return answered(message.id(), message.session(), session -> switch (message.subject()) {
            case INFO -> SessionJson.info(session.info());
            case TOOLS -> ToolJson.tools(session.tools());
            case APPENDS -> PromptJson.appends(session.externalAppends());
            case STREAMS -> SessionJson.streams(session.streams());
        });
    }

    @Override
    public Boolean onStream(HostMessage.Stream message) {
        return answered(
                message.id(),
                message.session(),
                session -> SessionJson.events(session.stream(message.name(), message.last())));
    }

    @Override
    public Boolean onSpawn(HostMessage.Spawn message) {
        return answered(
                message.id(),
                message.session(),
                session -> JsonWriter.toValue(out -> out.text(
                        "token",
                        links.tokens()
                                .issueSpawnToken(message.session(), message.name())
                                .reveal())));
    }

    @Override
    public Boolean onRevoke(HostMessage.Revoke message) {
        links.tokens().revoke(message.token());
        return true;
    }

    @Override
    public Boolean onPublish(HostMessage.Publish message) {
        link.session(message.session()).ifPresent(session -> session.publish(message.event()));
        return true;
    }

    @Override
    public Boolean onSignal(HostMessage.Signal message) {
        link.session(message.session()).ifPresent(session -> {
            switch (message.kind()) {
                case IDLE -> session.idle();
                case FOREGROUND -> session.bringToForeground();
                case INTERRUPT -> session.interrupt();
                case VALIDATE -> session.validateArguments(true);
                case DO_NOT_VALIDATE -> session.validateArguments(false);
                case CLOSE -> {
                    var unused = session.close();
                }
            }
        });
        return true;
    }

    @Override
    public Boolean onTaken(HostMessage.Taken message) {
        link.taken(message.id(), message.accepted());
        return true;
    }

    @Override
    public Boolean onLeave(HostMessage.Leave message) {
        link.leave();
        return true;
    }

    @Override
    public Boolean onUnknown(HostMessage.Unknown message) {
        message.id()
                .ifPresent(id -> link.say(new Refused(id, "This gateway does not know what that message asks for.")));
        return true;
    }

    private Boolean answered(long id, SessionId session, Function<GatewaySession, JsonValue> answer) {
        return inSession(id, session, it -> {
            try {
                link.say(new Answer(id, answer.apply(it)));
            } catch (IllegalArgumentException | IllegalStateException e) {
                link.say(new Refused(id, String.valueOf(e.getMessage())));
            }
        });
    }

    /** The sessions of others do not exist for this host. */
    private Boolean inSession(long id, SessionId name, Consumer<GatewaySession> action) {
        Optional<GatewaySession> session = link.session(name);
        if (session.isEmpty()) {
            link.say(new Refused(id, "This host has no open session of that id."));
        } else {
            session.ifPresent(action);
        }
        return true;
    }
}
