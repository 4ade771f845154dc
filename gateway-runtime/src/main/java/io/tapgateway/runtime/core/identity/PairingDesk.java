package io.tapgateway.runtime.core.identity;

import io.tapgateway.protocol.connection.GatewayState;
import io.tapgateway.protocol.message.Auth;
import io.tapgateway.protocol.message.AuthConfirm;
import io.tapgateway.protocol.message.AuthPairing;
import io.tapgateway.protocol.message.MessageType;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.PairingPolicy;
import io.tapgateway.runtime.PairingStatus;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.runtime.core.connection.Complaints;
import io.tapgateway.runtime.core.kernel.ConnectionId;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.session.HostFeed;
import io.tapgateway.runtime.core.session.SessionRegistry;
import io.tapgateway.runtime.core.state.Connection;
import io.tapgateway.runtime.core.state.PageSite;
import io.tapgateway.runtime.core.state.Session;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Pairs peers: the user reads a code from the session's timeline and types it into the provider (D-046 – D-053). The
 * gateway never sends the code over the connection on which it expects it. Confined to the loop.
 */
public final class PairingDesk {
    /** A peer for which a code is shown. */
    private record Request(Connection connection, Session session, Optional<ProviderName> claim, PairingCode code) {}

    /** A pairing that the right code has confirmed. */
    public record Confirmed(SessionId session, Optional<String> origin, Optional<ProviderName> claimedName) {}

    private final Kernel kernel;
    private final Complaints complaints;
    private final SessionRegistry sessions;
    private final HostFeed feed;
    private final Rejections rejections;
    private final PairingBudgets budgets;
    private final PairingWindow window;

    /**
     * Connections whose request the embedder has not decided on, also those that have ended since, with the names they
     * claim.
     */
    private final Map<ConnectionId, Optional<ProviderName>> undecided = new LinkedHashMap<>();

    private final Map<Connection, Request> requests = new LinkedHashMap<>();

    public PairingDesk(
            Kernel kernel, Complaints complaints, SessionRegistry sessions, HostFeed feed, Rejections rejections) {
        this.kernel = kernel;
        this.complaints = complaints;
        this.sessions = sessions;
        this.feed = feed;
        this.rejections = rejections;
        budgets = new PairingBudgets(kernel);
        window = new PairingWindow(kernel);
    }

    /** {@code auth} with {@code mode:"pair"}. */
    public void request(Connection connection, Auth.Credential.Pair pair) {
        if (isShutTo(connection)) {
            return;
        }
        if (undecided.size() >= kernel.limit(Limit.UNAUTHENTICATED_CONNECTIONS)) {
            rejections.postpone(connection, MessageType.AUTH, "too many requests to pair at once; try again later");
            return;
        }
        undecided.put(connection.id(), pair.claimedName());
        connection.transition(GatewayState::toAwaitConsent);
        kernel.effects().consultOnPairing(connection.id(), connection.origin());
    }

    /** The embedder has decided on a request; whatever else is against it may have come up meanwhile. */
    public void decided(
            ConnectionId id, Optional<Connection> present, PairingPolicy.Mode mode, Optional<SessionId> target) {
        Optional<ProviderName> claim = undecided.remove(id);
        Connection connection = present.orElse(null);
        if (claim == null || connection == null || connection.isOver() || isShutTo(connection)) {
            return;
        }
        Optional<Session> session = target.flatMap(sessions::find).filter(it -> !it.isEnding());
        if (!isOpen(mode, connection.origin())) {
            rejections.deny(connection, MessageType.AUTH, reason(mode));
        } else if (session.isEmpty()) {
            rejections.deny(connection, MessageType.AUTH, "no session available for pairing");
        } else {
            if (mode == PairingPolicy.Mode.WINDOW) {
                window.take(connection.origin());
            }
            show(new Request(connection, session.get(), claim, PairingCode.random(kernel.entropy())));
        }
    }

    private boolean isOpen(PairingPolicy.Mode mode, Optional<String> origin) {
        return switch (mode) {
            case DENY -> false;
            case WINDOW -> window.isFor(origin);
            case ASK -> true;
        };
    }

    private String reason(PairingPolicy.Mode mode) {
        if (mode != PairingPolicy.Mode.WINDOW) {
            return "this gateway does not let providers of this kind pair";
        }
        return window.isOpen()
                ? "the pairing window is in use: open another one at the gateway, then ask again"
                : "pairing is not open: open a pairing window at the gateway, then ask again";
    }

    /** Turns a peer away, whatever the embedder may think of it. */
    private boolean isShutTo(Connection connection) {
        Optional<String> origin = connection.origin();
        if (budgets.isLocked()) {
            rejections.deny(connection, MessageType.AUTH, "pairing is locked; unlock it at the gateway");
        } else if (budgets.isMuted(origin)) {
            rejections.deny(connection, MessageType.AUTH, "pairing is muted from there; try again later");
        } else if (isTakenUpBy(connection.site())) {
            rejections.postpone(connection, MessageType.AUTH, "another pairing is under way; try again later");
        } else if (!budgets.mayStart(origin)) {
            rejections.postpone(connection, MessageType.AUTH, "too many pairings in a minute; try again later");
        } else {
            return false;
        }
        return true;
    }

    private boolean isTakenUpBy(Optional<PageSite> site) {
        long own =
                requests.keySet().stream().filter(it -> it.site().equals(site)).count();
        return own >= kernel.limit(Limit.PAIRINGS_UNDER_WAY_PER_ORIGIN)
                || requests.size() >= kernel.limit(Limit.PAIRINGS_UNDER_WAY);
    }

    private void show(Request request) {
        Connection connection = request.connection();
        Optional<String> origin = connection.origin();
        budgets.started(origin);
        requests.put(connection, request);
        connection.transition(GatewayState::toAwaitPairing);
        kernel.timers().cancel(connection.stateTimer());
        connection.setStateTimer(kernel.after(Limit.PAIRING_TIMEOUT, () -> expire(request)));
        feed.logSecret(
                request.session(),
                TimelineEntry.Level.PAIRING,
                PairingText.request(origin, request.claim(), request.code().reveal()),
                PairingText.request(origin, request.claim(), PairingText.REDACTED));
        kernel.effects().send(connection.id(), new AuthPairing(PairingText.PROMPT));
    }

    /** {@code auth.confirm}: what the user typed; empty if the peer was or will be turned away. */
    public Optional<Confirmed> confirm(Connection connection, AuthConfirm confirm) {
        Request request = take(connection).orElseThrow(() -> new IllegalStateException("no pairing is under way"));
        Optional<String> origin = connection.origin();
        try {
            if (budgets.isLocked()
                    || budgets.isMuted(origin)
                    || request.session().isEnding()) {
                rejections.deny(connection, MessageType.AUTH_CONFIRM, "the pairing code is void; ask again");
                return Optional.empty();
            }
            if (!budgets.tryConfirm(origin)) {
                String text = "too many pairings in a minute; try again later";
                rejections.postpone(connection, MessageType.AUTH_CONFIRM, text);
                return Optional.empty();
            }
            return request.code().matches(confirm.code()) ? right(request) : wrong(request);
        } finally {
            request.code().wipe();
        }
    }

    private Optional<Confirmed> right(Request request) {
        Optional<String> origin = request.connection().origin();
        budgets.right(origin);
        log(request, TimelineEntry.Level.INFO, PairingText.done(origin, request.claim()));
        return Optional.of(new Confirmed(request.session().id(), origin, request.claim()));
    }

    private Optional<Confirmed> wrong(Request request) {
        Optional<String> origin = request.connection().origin();
        budgets.wrong(origin);
        log(request, TimelineEntry.Level.WARNING, PairingText.wrong(origin));
        if (budgets.isLocked()) {
            log(request, TimelineEntry.Level.WARNING, PairingText.locked());
        } else if (budgets.isMuted(origin)) {
            log(request, TimelineEntry.Level.WARNING, PairingText.muted(origin));
        }
        rejections.wrong(
                request.connection(), MessageType.AUTH_CONFIRM, "the pairing code is wrong; ask again for a new one");
        return Optional.empty();
    }

    private void expire(Request request) {
        giveUp(
                request,
                "pairing expired: no code came in the time allowed",
                PairingText.expired(request.connection().origin()));
    }

    /** The user cancels all requests that have a code. */
    public void cancel() {
        for (Request request : List.copyOf(requests.values())) {
            giveUp(
                    request,
                    "pairing expired: it was cancelled",
                    PairingText.cancelled(request.connection().origin()));
        }
    }

    private void giveUp(Request request, String text, String line) {
        take(request.connection());
        budgets.unanswered(request.connection().origin());
        log(request, TimelineEntry.Level.INFO, line);
        dismiss(request, text);
    }

    /** A session has ended: requests for it are turned down. */
    public void sessionEnded(SessionId session) {
        for (Request request : List.copyOf(requests.values())) {
            if (request.session().id().equals(session)) {
                take(request.connection());
                dismiss(request, "pairing expired: the session has ended");
            }
        }
    }

    /**
     * A connection has ended. Its open request counts as unanswered, or disconnecting would be a way around the mute.
     */
    public void forget(Connection connection) {
        take(connection).ifPresent(request -> budgets.unanswered(connection.origin()));
    }

    private Optional<Request> take(Connection connection) {
        Request taken = requests.remove(connection);
        if (taken != null) {
            kernel.timers().cancel(connection.stateTimer());
        }
        return Optional.ofNullable(taken);
    }

    private void dismiss(Request request, String text) {
        request.code().wipe();
        complaints.dismiss(request.connection(), ErrorCode.AUTH_FAILED, text, CloseCode.TIMED_OUT);
    }

    private void log(Request request, TimelineEntry.Level level, String line) {
        feed.log(request.session(), level, HostFeed.GATEWAY, line);
    }

    /** The time in which peers may ask that need the user's permission for it. */
    public PairingWindow window() {
        return window;
    }

    /** Lifts all mutes and the lock. */
    public void unlock() {
        budgets.unlock();
    }

    /** The present status, for the user. */
    public PairingStatus status() {
        List<String> muted = budgets.muted().stream()
                .map(origin -> origin.orElse(PairingStatus.LOCAL_PROGRAMS))
                .toList();
        return new PairingStatus(window.closesAt(), budgets.isLocked(), muted, requests.size());
    }
}
