package io.tapgateway.runtime.core.state;

import io.tapgateway.runtime.InboxView;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.PromptOccasion;
import io.tapgateway.runtime.core.kernel.Receipt;
import io.tapgateway.runtime.core.kernel.Timers;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Prompts that wait for an agent which nobody can wake, and those who wait for prompts. Confined to the loop. */
public final class WaitingPrompts {
    /** How many prompts may wait. */
    public static final int MAX_WAITING = 50;

    /** How many may wait for prompts; who comes later is answered at once. */
    public static final int MAX_TAKERS = 16;

    private final ArrayDeque<InjectedPrompt> waiting = new ArrayDeque<>();
    private final ArrayDeque<Taker> takers = new ArrayDeque<>();
    private InboxView told = InboxView.NONE;

    /** Somebody who waits for prompts. Confined to the loop. */
    public static final class Taker {
        private final PromptOccasion occasion;
        private final Receipt<List<InjectedPrompt>> receipt;
        private final Timers.Timer patience;

        Taker(PromptOccasion occasion, Receipt<List<InjectedPrompt>> receipt, Timers.Timer patience) {
            this.occasion = occasion;
            this.receipt = receipt;
            this.patience = patience;
        }

        public PromptOccasion occasion() {
            return occasion;
        }

        public Receipt<List<InjectedPrompt>> receipt() {
            return receipt;
        }

        public Timers.Timer patience() {
            return patience;
        }
    }

    /** Says whether there was room. */
    public boolean add(InjectedPrompt prompt) {
        if (waiting.size() >= MAX_WAITING) {
            return false;
        }
        waiting.addLast(prompt);
        return true;
    }

    /** All that wait, oldest first; they do not wait any more. */
    public List<InjectedPrompt> drain() {
        List<InjectedPrompt> all = List.copyOf(waiting);
        waiting.clear();
        return all;
    }

    public boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Whether another one may wait for prompts. */
    public boolean hasRoomForTaker() {
        return takers.size() < MAX_TAKERS;
    }

    /** Somebody waits from now on. */
    public void await(PromptOccasion occasion, Receipt<List<InjectedPrompt>> receipt, Timers.Timer patience) {
        takers.addLast(new Taker(occasion, receipt, patience));
    }

    /** Who has waited for longest, and does not any more. */
    public Optional<Taker> nextTaker() {
        return Optional.ofNullable(takers.pollFirst());
    }

    /** Somebody has waited for long enough; false if it was answered before. */
    public boolean giveUp(Receipt<List<InjectedPrompt>> receipt) {
        return takers.removeIf(it -> it.receipt.equals(receipt));
    }

    /** Everybody who waits, and does not any more. */
    public List<Taker> dismissed() {
        List<Taker> all = new ArrayList<>(takers);
        takers.clear();
        return all;
    }

    /** What the host is to be told; empty if it knows. */
    public Optional<InboxView> news(boolean expectant) {
        InboxView now = new InboxView(waiting.size(), expectant);
        if (now.equals(told)) {
            return Optional.empty();
        }
        told = now;
        return Optional.of(now);
    }

    /** Another host has been told nothing. */
    public void tellAnew() {
        told = InboxView.NONE;
    }
}
