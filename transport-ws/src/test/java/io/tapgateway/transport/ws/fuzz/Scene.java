package io.tapgateway.transport.ws.fuzz;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.codec.MessageCodec;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.PromptSections;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionHostEvent;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.runtime.transport.Peer;
import io.tapgateway.testkit.Inbox;
import io.tapgateway.testkit.LinkWire;
import io.tapgateway.testkit.ManualClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A gateway under virtual time with one proper provider, and up to four others that do what an input says. Confined to
 * one thread.
 */
final class Scene implements AutoCloseable {
    private static final int MOST_CONNECTIONS = 4;
    private static final Pattern ID = Pattern.compile("\"(?:id|callId)\":\"([^\"]+)\"");
    private static final String TOOL = "echo";

    private final ManualClock clock = ManualClock.create();
    private final Gateway gateway =
            Gateway.builder().clock(clock).executor(Runnable::run).build();
    private final GatewaySession session = gateway.openSession(
            SessionInfo.of("s", "A session", Path.of("code")).withDiscoverable(true), SessionHost.ignoringEverything());
    private final String token = gateway.tokens().issueDiscoveryToken().reveal();
    private final List<Stranger> strangers = new ArrayList<>();
    private final LinkWire bystander;
    private final Inbox bystanding = Inbox.immediate();

    Scene() {
        bystander = connect(Optional.empty(), bystanding);
        String own = gateway.tokens()
                .issueSpawnToken(session.info().id(), new ProviderName("bystander"))
                .reveal();
        bystander.send("{\"type\":\"auth\",\"token\":\"" + own + "\"}");
        bystander.send("{\"type\":\"hello\",\"name\":\"bystander\",\"protocolVersion\":2,\"session\":\"s\",\"tools\":["
                + "{\"name\":\"" + TOOL + "\",\"description\":\"d\",\"parameters\":{\"type\":\"object\"}}]}");
    }

    private record Stranger(LinkWire wire, Inbox inbox, AtomicReference<String> heard) {}

    /** One step. */
    void play(Steps steps) {
        int kind = steps.choice(16);
        if (kind == 0 || strangers.isEmpty()) {
            enter(steps);
            return;
        }
        Stranger stranger = strangers.get(steps.choice(strangers.size()));
        switch (kind) {
            case 1 -> {
                stranger.wire.drop();
                strangers.remove(stranger);
            }
            case 2 -> stranger.wire.send(steps.text());
            case 3 -> stranger.wire.answerPings(steps.choice(2) == 0);
            case 4 -> clock.advance(Duration.ofMillis(1L << steps.choice(16)));
            case 5, 6 -> host(steps);
            default -> stranger.wire.send(Phrases.next(steps, token, stranger.heard.get()));
        }
        strangers.forEach(this::listen);
    }

    private void enter(Steps steps) {
        if (strangers.size() < MOST_CONNECTIONS) {
            Inbox inbox = Inbox.immediate();
            Optional<String> origin = steps.choice(4) == 3 ? Optional.of("https://example.com") : Optional.empty();
            Stranger entered = new Stranger(connect(origin, inbox), inbox, new AtomicReference<>("call-0"));
            strangers.add(entered);
            if (steps.choice(2) == 0) {
                entered.wire.send("{\"type\":\"auth\",\"token\":\"" + token + "\"}");
            }
        }
    }

    private LinkWire connect(Optional<String> origin, Inbox inbox) {
        return LinkWire.open(gateway.providerPort(), new Peer.Remote(origin), inbox);
    }

    private void host(Steps steps) {
        JsonValue args = JsonValue.of(Map.of("a", "red"));
        switch (steps.choice(7)) {
            case 0, 1, 2 -> session.callTool(steps.of("greet", "shell", "Greet", "list_ci_instances"), args);
            case 3 -> session.preToolUse("shell", args);
            case 4 -> session.assemblePrompt(PromptSections.of(Map.of("tone", "be kind")));
            case 5 -> session.publish(SessionHostEvent.userMessage("hello"));
            default -> {
                session.idle();
                session.interrupt();
            }
        }
    }

    /** Everything the gateway says is a message of its own, and tells no secret. */
    private void listen(Stranger stranger) {
        for (Optional<Inbox.Frame> next = stranger.inbox.poll(); next.isPresent(); next = stranger.inbox.poll()) {
            if (next.get() instanceof Inbox.Frame.Text text) {
                Checks.require(!text.text().contains(token), "a token that was sent back");
                Checks.require(
                        MessageCodec.standard().decodeGatewayMessage(text.text()) instanceof Decoded.Valid,
                        "an answer that is no message: " + text.text());
                Matcher id = ID.matcher(text.text());
                if (id.find()) {
                    stranger.heard.set(id.group(1));
                }
            } else {
                Checks.require(
                        !next.get().equals(new Inbox.Frame.Closed(CloseCode.INTERNAL_ERROR.code())),
                        "a fault of the gateway");
            }
        }
    }

    /** The proper provider answers, and is all that remains when the others have gone. */
    void end() {
        strangers.forEach(this::listen);
        CompletionStage<ToolOutcome> outcome = session.callTool(TOOL, JsonValue.EMPTY_OBJECT);
        for (Optional<Inbox.Frame> next = bystanding.poll(); next.isPresent(); next = bystanding.poll()) {
            if (next.get() instanceof Inbox.Frame.Text text && text.text().contains("\"tool.call\"")) {
                Matcher id = ID.matcher(text.text());
                Checks.require(id.find(), "a call without an id");
                bystander.send("{\"type\":\"tool.result\",\"id\":\"" + id.group(1) + "\",\"data\":1}");
            }
        }
        Checks.require(
                outcome.toCompletableFuture().getNow(null) instanceof ToolOutcome.Success, "a bystander disturbed");
        strangers.forEach(stranger -> stranger.wire.drop());
        Checks.require(gateway.providers().size() == 1, "providers that have gone");
    }

    @Override
    public void close() {
        gateway.closeNow();
    }
}
