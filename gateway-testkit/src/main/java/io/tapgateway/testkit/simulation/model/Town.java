package io.tapgateway.testkit.simulation.model;

import io.tapgateway.testkit.simulation.world.Dice;
import io.tapgateway.testkit.simulation.world.Scheduler;
import io.tapgateway.testkit.simulation.world.SimulatedGateway;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** What everybody in one simulation shares. Confined to it. */
public final class Town {
    private static final int OVERHEARD = 20;

    private final Scheduler scheduler;
    private final SimulatedGateway gateway;
    private final Dice dice;
    private final List<ModelHost> hosts = new ArrayList<>();
    private final List<String> overheard = new ArrayList<>();
    private final List<Consumer<String>> ears = new ArrayList<>();
    private boolean calm;

    public Town(Scheduler scheduler, SimulatedGateway gateway, Dice dice) {
        this.scheduler = scheduler;
        this.gateway = gateway;
        this.dice = dice;
    }

    Scheduler scheduler() {
        return scheduler;
    }

    SimulatedGateway gateway() {
        return gateway;
    }

    Dice dice() {
        return dice;
    }

    /** The hosts there are. */
    public List<ModelHost> hosts() {
        return hosts;
    }

    /** Whether nobody begins anything any more. */
    boolean isCalm() {
        return calm;
    }

    /** From now on nobody begins anything; what is under way goes on. */
    public void calmDown() {
        calm = true;
    }

    /** An id went over some wire, and there are ears everywhere. */
    void overhear(String call) {
        overheard.add(call);
        if (overheard.size() > OVERHEARD) {
            overheard.remove(0);
        }
        if (!calm) {
            ears.forEach(ear -> ear.accept(call));
        }
    }

    /** Somebody wants to know of every id. */
    void listen(Consumer<String> ear) {
        ears.add(ear);
    }

    List<String> overheard() {
        return overheard;
    }
}
