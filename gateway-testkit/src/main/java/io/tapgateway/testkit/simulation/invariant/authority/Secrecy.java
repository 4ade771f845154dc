package io.tapgateway.testkit.simulation.invariant.authority;

import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.message.HelloAck;
import io.tapgateway.testkit.simulation.invariant.Invariant;
import io.tapgateway.testkit.simulation.invariant.Judge;
import io.tapgateway.testkit.simulation.trace.Cause;
import io.tapgateway.testkit.simulation.trace.Chronicle;
import io.tapgateway.testkit.simulation.trace.Consequence;
import io.tapgateway.testkit.simulation.trace.Step;
import io.tapgateway.testkit.simulation.world.Dice;
import java.util.HashSet;
import java.util.Set;

/**
 * I-27: a secret is said once, to whom it is given, and appears in no other message, in nothing a host is told, and in no
 * event for administration. Confined to one simulation.
 */
public final class Secrecy implements Invariant {
    private final Judge judge = new Judge("I-27");
    private final Set<String> issued = new HashSet<>();

    @Override
    public Judge judge() {
        return judge;
    }

    @Override
    public void onStep(Step step, Chronicle chronicle) {
        boolean told =
                step.cause() instanceof Cause.Arrived arrived && arrived.text().contains(Dice.SECRET);
        for (Consequence consequence : step.consequences()) {
            if (told) {
                judge.reached();
            }
            if (consequence instanceof Consequence.Sent sent) {
                check(sent);
            } else {
                judge.require(!consequence.toString().contains(Dice.SECRET), () -> "a secret got out: " + consequence);
            }
        }
    }

    private void check(Consequence.Sent sent) {
        String text = sent.text();
        if (sent.message() instanceof HelloAck ack && ack.reconnectToken().isPresent()) {
            String token = ack.reconnectToken().get();
            judge.require(issued.add(token), () -> "a reconnect token was issued twice: " + sent);
            text = text.replaceFirst(token, "");
        }
        if (sent.message() instanceof ErrorMessage error
                && error.about().replyTo().isPresent()) {
            // A peer may be told what it said itself, also where it let its token run into the type.
            text = text.replace(error.about().replyTo().get(), "");
        }
        String rest = text;
        judge.require(!rest.contains(Dice.SECRET), () -> "a secret got out: " + sent);
    }
}
