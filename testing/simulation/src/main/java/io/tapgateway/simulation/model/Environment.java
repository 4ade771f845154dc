package io.tapgateway.simulation.model;

import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.simulation.world.Plan;
import io.tapgateway.simulation.world.RandomSource;
import io.tapgateway.simulation.world.Scheduler;
import io.tapgateway.simulation.world.SimulatedGateway;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** What everybody in one simulation shares. Confined to it. */
public final class Environment {
    private static final int OVERHEARD = 20;

    private final Scheduler scheduler;
    private final SimulatedGateway gateway;
    private final RandomSource random;
    private final Plan plan;
    private final List<ModelHost> hosts = new ArrayList<>();
    private final List<String> overheard = new ArrayList<>();
    private final List<String> overheardQuestions = new ArrayList<>();
    private final List<String> reconnectTokens = new ArrayList<>();
    private final List<String> wornTokens = new ArrayList<>();
    private final List<Consumer<String>> ears = new ArrayList<>();
    private final List<String> actions = new ArrayList<>();
    private Predicate<RegisteredTool> called = tool -> true;
    private boolean calm;

    public Environment(Scheduler scheduler, SimulatedGateway gateway, Plan plan) {
        this.scheduler = scheduler;
        this.gateway = gateway;
        this.random = new RandomSource(plan.seed());
        this.plan = plan;
    }

    Scheduler scheduler() {
        return scheduler;
    }

    SimulatedGateway gateway() {
        return gateway;
    }

    /** The dice of the whole scenario; everybody forks their own. */
    public RandomSource random() {
        return random;
    }

    Plan plan() {
        return plan;
    }

    /** The hosts there are. */
    public List<ModelHost> hosts() {
        return hosts;
    }

    /** From now on hosts call these tools only. */
    public void callOnly(Predicate<RegisteredTool> wanted) {
        called = wanted;
    }

    /** The tools of a session that its host may call. */
    List<RegisteredTool> tools(SessionId session) {
        return gateway.tools(session).stream().filter(called).toList();
    }

    /** Whether nobody begins anything any more. */
    boolean isCalm() {
        return calm;
    }

    /** From now on nobody begins anything; what is under way goes on. */
    public void stopActions() {
        calm = true;
    }

    void noteDeed(String action) {
        actions.add(action);
    }

    /** Everything that anybody did of their own accord, in order. */
    public List<String> actions() {
        return actions;
    }

    /** An id went over some wire, and there are ears everywhere. */
    void overhear(String call) {
        remember(overheard, call);
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

    /** A gate was asked something by that id. */
    void overhearQuestion(String id) {
        remember(overheardQuestions, id);
    }

    List<String> overheardQuestions() {
        return overheardQuestions;
    }

    /** Reconnect tokens that were stolen, most of them worn. */
    List<String> reconnectTokens() {
        return reconnectTokens;
    }

    void stealReconnectToken(String token) {
        remember(reconnectTokens, token);
    }

    /** Tokens that were once good, and some that still are. */
    List<String> wornTokens() {
        return wornTokens;
    }

    void throwAway(String token) {
        remember(wornTokens, token);
    }

    private static void remember(List<String> known, String one) {
        known.add(one);
        if (known.size() > OVERHEARD) {
            known.remove(0);
        }
    }
}
