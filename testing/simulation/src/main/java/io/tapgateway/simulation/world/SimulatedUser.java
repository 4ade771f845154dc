package io.tapgateway.simulation.world;

import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.CallApproval;
import io.tapgateway.runtime.CallQuestion;
import io.tapgateway.runtime.core.GatewayCore;
import io.tapgateway.runtime.core.HostInput;
import io.tapgateway.runtime.core.Input;
import io.tapgateway.runtime.core.identity.PairingDesk;
import io.tapgateway.runtime.core.kernel.HostNotice;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.PairingLine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Who sits in front of the sessions: reads the codes there, has a say in who may pair, and answers whether tools may be
 * used, if not always. Confined to one simulation.
 */
public final class SimulatedUser {
    private final Scheduler scheduler;
    private final GatewayCore core;
    private final BiConsumer<Cause, Runnable> steps;
    private final Consumer<Input> inputs;
    private final RandomSource random;
    private final Map<Optional<String>, String> latest = new HashMap<>();
    private final List<String> codes = new ArrayList<>();

    /**
     * @param steps has the gateway take one, for a cause
     * @param inputs takes what is said in such a step
     */
    SimulatedUser(
            Scheduler scheduler,
            GatewayCore core,
            BiConsumer<Cause, Runnable> steps,
            Consumer<Input> inputs,
            RandomSource random) {
        this.scheduler = scheduler;
        this.core = core;
        this.steps = steps;
        this.inputs = inputs;
        this.random = random;
    }

    /** A question appears in a session: it is answered after a while, perhaps twice or in another session, or never. */
    void think(CallQuestion question) {
        if (random.chance(0.1)) {
            return;
        }
        for (int i = random.chance(0.1) ? 2 : 1; i > 0; i--) {
            SessionId session = random.chance(0.05) ? new SessionId("elsewhere") : question.session();
            boolean approved = random.chance(0.6);
            scheduler.after(
                    random.chance(0.8) ? random.duration(2_000) : random.duration(20_000),
                    () -> answer(session, question, approved));
        }
    }

    private void answer(SessionId session, CallQuestion question, boolean approved) {
        CallApproval said = approved ? CallApproval.APPROVED : CallApproval.denied("Denied by the user.");
        steps.accept(
                new Cause.Answered(session, question.id(), approved),
                () -> inputs.accept(new HostInput.QuestionAnswered(session, question.id(), said)));
    }

    /** A line appears in a session. */
    void read(HostNotice.Log log) {
        PairingLine.of(log.entry()).ifPresent(line -> {
            latest.put(line.origin(), line.code());
            codes.add(line.code());
        });
    }

    /** The code that was shown last for that origin, or for a program without one. */
    public Optional<String> codeFor(Optional<String> origin) {
        return Optional.ofNullable(latest.get(origin));
    }

    /** All codes that were ever shown, oldest first. */
    public List<String> codes() {
        return codes;
    }

    /** Forgives all wrong and unanswered codes. */
    public void unlock() {
        wish(new Cause.PairingUnlocked(), PairingDesk::unlock);
    }

    /** Lets pages of other machines ask for a code, for a while. */
    public void openWindow() {
        wish(new Cause.PairingWindowOpened(), desk -> desk.window().open());
    }

    /** Turns everybody down who was given a code. */
    public void cancel() {
        wish(new Cause.PairingsCancelled(), PairingDesk::cancel);
    }

    private void wish(Cause cause, Consumer<PairingDesk> wish) {
        steps.accept(
                cause,
                () -> core.pairing(
                        desk -> {
                            wish.accept(desk);
                            return true;
                        },
                        scheduler.now()));
    }
}
