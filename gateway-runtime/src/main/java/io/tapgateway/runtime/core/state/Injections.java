package io.tapgateway.runtime.core.state;

import io.tapgateway.runtime.InjectedPrompt;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What providers have injected into one session since the user last acted, and what waits (D-190 – D-192). Confined to
 * the loop.
 */
public final class Injections {
    /** The injections of one budget. */
    public static final class Account {
        private final ArrayDeque<InjectedPrompt> waiting = new ArrayDeque<>();
        private int delivered;
        private boolean outstanding;
        private boolean warned;

        /** Injections that wait for the session to become idle. */
        public ArrayDeque<InjectedPrompt> waiting() {
            return waiting;
        }

        /** How many were delivered since the user last acted. */
        public int delivered() {
            return delivered;
        }

        /** Whether one was delivered and the session has not been idle since. */
        public boolean isOutstanding() {
            return outstanding;
        }

        /** Whether this is the first time its pause is noticed; then it no longer is. */
        public boolean firstWarning() {
            boolean first = !warned;
            warned = true;
            return first;
        }
    }

    private final Map<String, Account> accounts = new LinkedHashMap<>();
    private int delivered;

    /** The account of a budget. */
    public Account account(String budgetKey) {
        return accounts.computeIfAbsent(budgetKey, key -> new Account());
    }

    /** The account of a budget, if it has one. */
    public Optional<Account> find(String budgetKey) {
        return Optional.ofNullable(accounts.get(budgetKey));
    }

    /** All accounts, oldest first. */
    public Iterable<Account> accounts() {
        return accounts.values();
    }

    /** How many were delivered since the user last acted, over all providers. */
    public int delivered() {
        return delivered;
    }

    /** Notes a delivery. */
    public void deliveredOne(Account account) {
        account.delivered++;
        account.outstanding = true;
        delivered++;
    }

    /** The session is idle: every provider may inject again. */
    public void idle() {
        accounts.values().forEach(account -> account.outstanding = false);
    }

    /** The user has acted: all counts begin anew. */
    public void userActed() {
        delivered = 0;
        accounts.values().forEach(account -> {
            account.delivered = 0;
            account.warned = false;
        });
    }
}
