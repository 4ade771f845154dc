package io.tapgateway.runtime.core.identity;

import io.tapgateway.protocol.model.Limit;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.kernel.SlidingWindow;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * How often pairing may be tried before it is muted for an origin, or locked for everybody (D-049, D-050, D-052, T-04).
 * Counted over the whole gateway and for each origin, all programs without one being one of them: by nothing that a
 * peer can choose. Confined to the loop.
 */
final class PairingBudgets {
    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

    /** What is known of one origin. */
    private final class Account {
        private final SlidingWindow starts = window(Limit.PAIRING_STARTS_PER_MINUTE_PER_ORIGIN);
        private final SlidingWindow confirms = window(Limit.PAIRING_CONFIRMS_PER_MINUTE_PER_ORIGIN);
        private int wrong;
        private int unanswered;
        private long mutedUntil = kernel.now();

        private boolean isMuted() {
            return wrong >= kernel.limit(Limit.WRONG_CODES_PER_ORIGIN) || kernel.now() - mutedUntil < 0;
        }
    }

    private final Kernel kernel;
    private final SlidingWindow starts;
    private final SlidingWindow confirms;
    private final Map<Optional<String>, Account> accounts = new LinkedHashMap<>(16, 0.75f, true);
    private int wrongInARow;

    PairingBudgets(Kernel kernel) {
        this.kernel = kernel;
        starts = window(Limit.PAIRING_STARTS_PER_MINUTE);
        confirms = window(Limit.PAIRING_CONFIRMS_PER_MINUTE);
    }

    private SlidingWindow window(Limit most) {
        return new SlidingWindow(kernel.limit(most), MINUTE);
    }

    /** Whether nobody may pair until the user unlocks it. */
    boolean isLocked() {
        return wrongInARow >= kernel.limit(Limit.WRONG_CODES);
    }

    /** Whether that origin may not pair at the moment. */
    boolean isMuted(Optional<String> origin) {
        Account account = accounts.get(origin);
        return account != null && account.isMuted();
    }

    /** Everybody who is muted. */
    List<Optional<String>> muted() {
        return accounts.entrySet().stream()
                .filter(it -> it.getValue().isMuted())
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Whether one more start would be within the budgets. */
    boolean mayStart(Optional<String> origin) {
        Account account = accounts.get(origin);
        boolean ownBudget = account == null
                ? hasRoom()
                : account.starts.count(kernel.now()) < kernel.limit(Limit.PAIRING_STARTS_PER_MINUTE_PER_ORIGIN);
        return ownBudget && starts.count(kernel.now()) < kernel.limit(Limit.PAIRING_STARTS_PER_MINUTE);
    }

    /** Counts a start that {@link #mayStart} allowed. */
    void started(Optional<String> origin) {
        Account account = accounts.get(origin);
        if (account == null) {
            makeRoom();
            account = new Account();
            accounts.put(origin, account);
        }
        account.starts.tryAccept(kernel.now());
        starts.tryAccept(kernel.now());
    }

    /** Counts a code that is to be checked; false if it is one too many. */
    boolean tryConfirm(Optional<String> origin) {
        Account account = accounts.get(origin);
        boolean ownBudget = account == null
                || account.confirms.count(kernel.now()) < kernel.limit(Limit.PAIRING_CONFIRMS_PER_MINUTE_PER_ORIGIN);
        if (!ownBudget || !confirms.tryAccept(kernel.now())) {
            return false;
        }
        if (account != null) {
            account.confirms.tryAccept(kernel.now());
        }
        return true;
    }

    /** The code was right. */
    void right(Optional<String> origin) {
        wrongInARow = 0;
        answered(accounts.get(origin));
    }

    /** The code was wrong. */
    void wrong(Optional<String> origin) {
        wrongInARow++;
        Account account = accounts.get(origin);
        if (account != null) {
            account.wrong++;
        }
        answered(account);
    }

    private static void answered(@Nullable Account account) {
        if (account != null) {
            account.unanswered = 0;
        }
    }

    /** Nobody typed the code. */
    void unanswered(Optional<String> origin) {
        Account account = accounts.get(origin);
        if (account != null && ++account.unanswered >= kernel.limit(Limit.UNANSWERED_PAIRINGS)) {
            account.unanswered = 0;
            account.mutedUntil = kernel.now() + kernel.limits().nanos(Limit.PAIRING_MUTE);
        }
    }

    /** Forgives everybody. What is counted by the minute goes on. */
    void unlock() {
        wrongInARow = 0;
        for (Account account : accounts.values()) {
            account.wrong = 0;
            account.unanswered = 0;
            account.mutedUntil = kernel.now();
        }
    }

    /** An account may be dropped for a new one only if it is not muted: invented origins must not lift a mute. */
    private boolean hasRoom() {
        return accounts.size() < kernel.limit(Limit.PAIRING_ORIGINS_REMEMBERED)
                || accounts.values().stream().anyMatch(it -> !it.isMuted());
    }

    private void makeRoom() {
        Iterator<Account> eldestFirst = accounts.values().iterator();
        while (accounts.size() >= kernel.limit(Limit.PAIRING_ORIGINS_REMEMBERED) && eldestFirst.hasNext()) {
            if (!eldestFirst.next().isMuted()) {
                eldestFirst.remove();
            }
        }
    }
}
