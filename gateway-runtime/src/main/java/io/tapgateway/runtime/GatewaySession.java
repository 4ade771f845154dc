package io.tapgateway.runtime;

import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.MayChange;
import io.tapgateway.protocol.model.ProviderName;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** One agent conversation, as its host drives it. Thread-safe. */
public interface GatewaySession extends SessionAccess {
    /** How long prompts may be waited for (M-043). */
    Duration LONGEST_WAIT_FOR_PROMPTS = Duration.ofSeconds(25);

    /**
     * Keeps these names for tools of the host's own, and no others any more; regardless of case. Providers' tools of
     * such a name leave the session, and their providers are told by a {@code TOOL_CONFLICT}; calls that were sent
     * already go on (D-119).
     *
     * @throws IllegalArgumentException for names of the form {@code list_…_instances}, which are the gateway's (D-122)
     */
    void reserveToolNames(Set<String> names);

    /**
     * Says whether calls made from now on go to their providers whatever their arguments are; at first they do not
     * (D-123). Otherwise the arguments are held against the parameters that the tool declares, and a call whose
     * arguments certainly do not fit ends at once as {@code INVALID_ARGUMENTS}, saying where and why, and nothing is
     * sent. What the gateway cannot judge is left to the provider.
     */
    void leaveArgumentsUnchecked(boolean wanted);

    /**
     * Has somebody asked ahead of all rules and gates whenever a tool is about to be used, the model to be asked, or a
     * text to be shown (Z-063). Takes effect for all that is asked for after this returns; what is under way and waits
     * for somebody else, it is asked about as well.
     *
     * @param name whose it is, for everybody who is told of it; several may have the same
     * @param rank who is asked earlier has a smaller one; among equals, who was there earlier
     * @param interests what it takes part in at first
     * @return ends it; it also ends with the session
     * @throws IllegalStateException if as many as {@link Limit#INTERCEPTORS_PER_SESSION} are there already
     * @throws UnsupportedOperationException if the gateway is in another process
     */
    @MayChange
    default Interception intercept(
            ProviderName name, int rank, Set<InterceptorInterest> interests, SessionInterceptor interceptor) {
        throw new UnsupportedOperationException("interceptors are in the gateway's own process");
    }

    /**
     * Asks whether the model may be asked; to be called before each of its answers by whoever plays an agent.
     * Interceptors decide, of a gateway in the same process only (Z-072).
     *
     * @param step which answer of its turn it is going to be, from 1
     * @return completes exactly once, always normally, on the gateway's executor: with why it must not be asked, for
     *     the person; empty if it may
     */
    @MayChange
    default CompletionStage<Optional<String>> beforeTurn(int step) {
        return CompletableFuture.completedFuture(Optional.empty());
    }

    /**
     * Whether anybody is asked now about that, or told, of a gateway in the same process: whoever shows texts piece by
     * piece holds them back while somebody may change them (Z-073).
     */
    @MayChange
    default boolean intercepts(InterceptorInterest interest) {
        return false;
    }

    /**
     * Asks what is to be shown of a text of the model; to be called before any of it is at a surface, in an event or a
     * log (Z-073). Interceptors decide, of a gateway in the same process only.
     *
     * @return completes exactly once, always normally, on the gateway's executor: with what to show, which may say who
     *     withholds the text. A blank text is what it is; nobody is asked
     */
    @MayChange
    default CompletionStage<String> beforeShown(String text) {
        return CompletableFuture.completedFuture(text);
    }

    /**
     * An answer of the model is done with, and the tools that it wanted: interceptors are told (Z-080).
     *
     * @param error what went wrong, if something has
     */
    @MayChange
    default void turnEnded(TurnStop stop, Optional<String> error) {}

    /**
     * Has the providers of the session work on a prompt: they may change its sections, and give context along with it.
     *
     * <p>The stage completes exactly once, always normally, on the gateway's executor, at the latest after the four
     * seconds that callbacks have (D-184). Whatever fails leaves a section as it was; {@link PromptAssembly#notices}
     * tells of it.
     */
    CompletionStage<PromptAssembly> assemblePrompt(PromptSections sections);

    /**
     * The same, where the host has a say in what external providers append (D-180).
     *
     * @param mayAppend asked about every such text, on the calling thread, before anything else happens; what it throws
     *     is thrown, and what comes after it was asked is left out
     */
    default CompletionStage<PromptAssembly> assemblePrompt(
            PromptSections sections, Predicate<ExternalAppend> mayAppend) {
        return assemblePrompt(
                sections, externalAppends().stream().filter(mayAppend).collect(Collectors.toUnmodifiableSet()));
    }

    /** What external providers would append to prompts of this session now: what a host may be asked about (D-180). */
    Set<ExternalAppend> externalAppends();

    /**
     * The same as {@link #assemblePrompt(PromptSections, Predicate)}, where the host has judged already.
     *
     * @param approved of {@link #externalAppends()}; what is not among them is left out
     */
    CompletionStage<PromptAssembly> assemblePrompt(PromptSections sections, Set<ExternalAppend> approved);

    /** Something happened in the conversation; a user's own message also renews inject budgets (D-191). */
    void publish(SessionHostEvent event);

    /**
     * The user has done something besides writing a message, as by running a command or pressing a key (U-125), which
     * renews inject budgets (D-191). Does nothing for a gateway in another process, which is told of messages only.
     */
    @MayChange
    default void userActed() {}

    /** The agent has finished its turn: bound providers are told once per period of activity (D-212). */
    void idle();

    /**
     * Nobody has heard of the agent for a while, which is taken for {@link #idle} as long as nobody has ever said in
     * this session when a turn ends or what the user says: who did knows better.
     */
    @MayChange
    default void quiet() {}

    /**
     * Takes what waits in the inbox, to hand it to the agent: each prompt is taken once, by whoever comes first
     * (M-043). What the session's end finds there is not delivered, and the timeline says so.
     *
     * <p>The stage completes exactly once, always normally, on the gateway's executor.
     *
     * @param occasion for people, who see on the timeline how prompts got to the agent
     * @param patience how long it may take until there are some, at most {@link #LONGEST_WAIT_FOR_PROMPTS}; {@link
     *     Duration#ZERO} for what is there now
     * @return oldest first; none where there are none, or the host collects none
     */
    @MayChange
    default CompletionStage<List<InjectedPrompt>> takePrompts(PromptOccasion occasion, Duration patience) {
        return CompletableFuture.completedFuture(List.of());
    }

    /**
     * The user looks at this session now, and at no other of this gateway: pairing codes appear in it (D-047), and
     * internal providers are told (D-060).
     */
    void bringToForeground();

    /** The user stopped the agent: all queued and running calls end now as {@code CANCELLED} (D-157). */
    void interrupt();

    /**
     * Goes on with another host object, as when the agent's program reloads itself: providers notice nothing (D-067).
     * The new host is told the present tools, and what the former one had not been told yet; the former one hears
     * nothing more, not even the end, except for a call that is under way in it.
     *
     * @throws IllegalStateException if the session has ended
     */
    void resume(SessionHost next);

    /**
     * Ends the session: providers get {@code shutdown.pending} and their deadline, then everything of it is removed.
     * Harmless to repeat.
     *
     * @return completes when the session is gone
     */
    @Override
    CompletionStage<Void> close();
}
