package io.tapgateway.runtime.core.rule;

import io.tapgateway.protocol.model.GateId;
import io.tapgateway.protocol.model.HookRule;
import java.util.List;
import java.util.Optional;

/**
 * What the rules of a session say of a call, in the order of D-160. Immutable.
 *
 * <p>A denial is the end of it. Otherwise every gate has to consent, then a person where rules ask for one, and then
 * the agent is given the contexts.
 *
 * @param unfinished rules that could not be decided, each at most once a minute (D-169)
 */
public record Judgement<O>(
        Optional<Denial<O>> denial,
        List<Gate<O>> gates,
        List<Wish<O>> wishes,
        List<Context<O>> contexts,
        List<Unfinished<O>> unfinished) {

    /** The first rule that denies the call. */
    public record Denial<O>(O owner, HookRule rule, String reason) {}

    /**
     * A question to be asked, once for several rules of one owner (D-161).
     *
     * @param place where it stands among everything in the judgement
     * @param rule the first of them
     * @param failOpen whether silence allows the call; only if all of those rules say so (D-162)
     */
    public record Gate<O>(int place, O owner, HookRule.Gate rule, GateId gateId, boolean failOpen) {}

    /**
     * A person is to be asked.
     *
     * @param reason what the person is told
     */
    public record Wish<O>(O owner, String reason) {}

    /**
     * Something the agent is to know.
     *
     * @param place where it stands among everything in the judgement
     */
    public record Context<O>(int place, O owner, String content) {}

    /** A rule whose budget ran out. */
    public record Unfinished<O>(O owner, int rule) {}

    public Judgement {
        gates = List.copyOf(gates);
        wishes = List.copyOf(wishes);
        contexts = List.copyOf(contexts);
        unfinished = List.copyOf(unfinished);
    }
}
