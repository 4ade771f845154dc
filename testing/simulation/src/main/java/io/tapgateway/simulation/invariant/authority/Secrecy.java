package io.tapgateway.simulation.invariant.authority;

import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.HelloAck;
import io.tapgateway.protocol.message.Sessions;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.runtime.core.kernel.HostNotice;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.PairingLine;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Step;
import io.tapgateway.simulation.world.RandomSource;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * I-27: a secret is said once, to whom it is given, and appears in no other message, in nothing a host is told, and in
 * no event for administration. Confined to one simulation.
 */
public final class Secrecy implements Invariant {
    private final Check check = new Check("I-27");
    private final Set<String> issued = new HashSet<>();
    private final TextSearch secret = new TextSearch(Secrecy::isSecret);
    private final Set<RegisteredTool> clean = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<ToolOutcome> cleanEnds = new HashSet<>();

    @Override
    public Check check() {
        return check;
    }

    @Override
    public void onStep(Step step, ReferenceModel reference) {
        boolean told = step.cause() instanceof Cause.Arrived arrived && isSecret(arrived.text());
        for (Consequence consequence : step.consequences()) {
            if (told) {
                check.reached();
            }
            if (consequence instanceof Consequence.Sent sent) {
                check(sent);
            } else if (consequence instanceof Consequence.Noticed noticed
                    && noticed.notice() instanceof HostNotice.ToolsChanged changed) {
                check(changed.tools());
            } else if (consequence instanceof Consequence.Announced announced
                    && announced.event() instanceof GatewayEvent.ToolsChanged changed) {
                check(changed.tools());
            } else if (consequence instanceof Consequence.HostDone done) {
                check(done.outcome());
            } else {
                check.require(!secret.isIn(consequence), () -> "a secret got out: " + consequence);
            }
        }
        step.only(Consequence.Noticed.class).forEach(this::check);
        step.only(Consequence.Announced.class).forEach(this::check);
    }

    /** Most of them have been told before. */
    private void check(List<RegisteredTool> tools) {
        for (RegisteredTool tool : tools) {
            check.require(!clean.add(tool) || !secret.isIn(tool), () -> "a secret got out: " + tool);
        }
    }

    /** Most calls end like many others. */
    private void check(ToolOutcome outcome) {
        check.require(!cleanEnds.add(outcome) || !secret.isIn(outcome), () -> "a secret got out: " + outcome);
    }

    private static String without(String text, String once) {
        int at = text.indexOf(once);
        return at < 0 ? text : text.substring(0, at) + text.substring(at + once.length());
    }

    private static boolean isSecret(String text) {
        return text.contains(RandomSource.SECRET) || text.contains(RandomSource.CODE);
    }

    private void check(Consequence.Sent sent) {
        String text = sent.text();
        Optional<String> token = token(sent.message());
        if (token.isPresent()) {
            check.require(issued.add(token.get()), () -> "a token was issued twice: " + sent);
            text = without(text, token.get());
        }
        if (sent.message() instanceof ErrorMessage error
                && error.about().replyTo().isPresent()) {
            // A peer may be told what it said itself, also where it let its token run into the type.
            text = text.replace(error.about().replyTo().get(), "");
        }
        String rest = text;
        check.require(!isSecret(rest), () -> "a secret got out: " + sent);
    }

    private static Optional<String> token(GatewayMessage message) {
        if (message instanceof HelloAck ack) {
            return ack.reconnectToken();
        }
        return message instanceof Sessions list ? list.token() : Optional.empty();
    }

    /** A line shows a code once, to whoever sits in front of that session. */
    private void check(Consequence.Noticed noticed) {
        if (noticed.notice() instanceof HostNotice.Log log) {
            String text = log.entry().text();
            Optional<String> code = PairingLine.of(log.entry()).map(PairingLine::code);
            if (code.isPresent()) {
                check.reached();
                text = without(text, code.get());
            }
            String rest = text;
            check.require(!isSecret(rest), () -> "a secret got out: " + rest);
        }
    }

    /** The lines that everybody may see who watches the gateway. */
    private void check(Consequence.Announced announced) {
        if (announced.event() instanceof GatewayEvent.Logged logged) {
            String text = logged.entry().text();
            check.require(!isSecret(text), () -> "a secret got out: " + text);
        }
    }
}
