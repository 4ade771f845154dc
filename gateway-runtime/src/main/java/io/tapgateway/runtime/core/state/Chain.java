package io.tapgateway.runtime.core.state;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.runtime.core.kernel.Timers;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The questions to a session's interceptors about one thing: who was asked, what they have made of it, and who has yet
 * to answer. Once all have let it pass it is final, and those who come later may only say yes or no to it. Confined to
 * the loop.
 */
public final class Chain {
    private final Occasion occasion;
    private final String id;
    private final Set<Interceptor> asked = new HashSet<>();
    private final List<ProviderName> rewriters = new ArrayList<>();
    private JsonValue value;
    private boolean fixed;
    private long upTo = -1;
    private boolean busy;
    private long began;
    private long spent;
    private long paused;
    private OptionalLong pausedSince = OptionalLong.empty();
    private Optional<Open> open = Optional.empty();
    private Timers.@Nullable Timer timer;
    private ChainVerdict verdict = new ChainVerdict.Open();

    /**
     * A question without an answer.
     *
     * @param number by which the answer finds it
     * @param at when it was asked
     */
    public record Open(Interceptor interceptor, long number, long at) {}

    /**
     * @param id of what it is about, unique in the gateway
     * @param fixed whether it was judged already, by rules, gates or a person, in the way it is
     */
    public Chain(Occasion occasion, String id, boolean fixed) {
        this.occasion = occasion;
        this.id = id;
        this.value = occasion.original();
        this.fixed = fixed;
    }

    /** What it is about. */
    public Occasion occasion() {
        return occasion;
    }

    /** What those who were asked have made of it. */
    public JsonValue value() {
        return value;
    }

    /** Who has changed it, in order. */
    public List<ProviderName> rewriters() {
        return List.copyOf(rewriters);
    }

    /** Whether it may not be changed any more (Z-063). */
    public boolean isFixed() {
        return fixed;
    }

    /** The question to the one who is asked now, without what comes with it. */
    public Optional<Open> open() {
        return open;
    }

    /** What is decided so far. */
    public ChainVerdict verdict() {
        return verdict;
    }

    /** The questions begin, or go on with those who were not asked before. */
    public void begin(long now) {
        began = now;
        verdict = new ChainVerdict.Open();
    }

    /** When they began, without the time between their parts. */
    public long began() {
        return began - spent;
    }

    /** A person has taken time meanwhile, and whoever has yet to be asked has all the time there is (U-120). */
    public void renew() {
        spent = 0;
        paused = 0;
        busy = false;
    }

    /** Whoever is asked has something older to do; the chain has all the time there is for that (D-230). */
    public void pause(long now) {
        busy = true;
        if (pausedSince.isEmpty()) {
            pausedSince = OptionalLong.of(now);
        }
    }

    /** Whoever is asked has it not any more. */
    public void goOn(long now) {
        pausedSince.ifPresent(since -> paused += now - since);
        pausedSince = OptionalLong.empty();
    }

    /** How long whoever was asked had something older to do, in nanoseconds. */
    public long paused() {
        return paused;
    }

    public boolean isBusy() {
        return busy;
    }

    /** The next one to be asked. */
    public Optional<Interceptor> next() {
        return interceptors().of(occasion.interest()).stream()
                .filter(it -> !asked.contains(it))
                .findFirst();
    }

    private Interceptors interceptors() {
        return occasion.session().interceptors();
    }

    /** Whether everybody who is there now was asked. */
    public boolean isUpToDate() {
        return upTo == interceptors().revision() || next().isEmpty();
    }

    /** Somebody is asked. */
    public void ask(Open question) {
        asked.add(question.interceptor());
        question.interceptor().asked();
        open = Optional.of(question);
    }

    /** Whoever was asked has answered, or need not any more. */
    public void closeQuestion(long now) {
        goOn(now);
        open.ifPresent(question -> question.interceptor().answered());
        open = Optional.empty();
    }

    /** Somebody has changed it. */
    public void rewrite(ProviderName by, JsonValue rewritten) {
        rewriters.add(by);
        value = rewritten;
    }

    /** It is decided. */
    public void close(ChainVerdict decided, long now) {
        closeQuestion(now);
        verdict = decided;
        spent += now - began;
        began = now;
        fixed = true;
        upTo = interceptors().revision();
    }

    /** The timer of its deadline, set by whoever asked. */
    public Timers.@Nullable Timer timer() {
        return timer;
    }

    public void setTimer(Timers.Timer deadline) {
        timer = deadline;
    }

    /** What an interceptor is told of the use that it is about. */
    public String id() {
        return id;
    }
}
